package timemory.agent.select;

import java.util.Collection;
import java.util.Collections;
import java.util.Locale;

/** The property of a function that a pattern is matched against. */
public enum MatchTarget {
    /** {@code com.acme.Db.query(java.lang.String, int)}. */
    FUNCTION {
        @Override
        Collection<String> of(MethodFacts method) {
            return Collections.singleton(method.function());
        }
    },
    /** {@code com.acme.Db}. */
    CLASS {
        @Override
        Collection<String> of(MethodFacts method) {
            return Collections.singleton(method.owner.name);
        }
    },
    /** {@code query}. */
    METHOD {
        @Override
        Collection<String> of(MethodFacts method) {
            return Collections.singleton(method.sourceName());
        }
    },
    /** {@code java.util.List query(java.lang.String, int)}. */
    SIGNATURE {
        @Override
        Collection<String> of(MethodFacts method) {
            return Collections.singleton(method.signature());
        }
    },
    /** The module, and the JAR or folder: {@code java.desktop}, {@code /opt/app/db.jar}. */
    MODULE {
        @Override
        Collection<String> of(MethodFacts method) {
            return java.util.List.of(method.owner.origin.module(), method.owner.origin.location());
        }
    },
    /** Class names of the annotations of the method and of its class. */
    ANNOTATION {
        @Override
        Collection<String> of(MethodFacts method) {
            java.util.List<String> all = new java.util.ArrayList<>(method.annotations);
            all.addAll(method.owner.annotations);
            return all;
        }
    },
    /** {@code Db.java}. */
    SOURCE {
        @Override
        Collection<String> of(MethodFacts method) {
            return Collections.singleton(method.owner.source);
        }
    };

    /** Returns the texts of this property of {@code method}. */
    abstract Collection<String> of(MethodFacts method);

    /** As written before the colon of a pattern. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
