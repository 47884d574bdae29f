import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;

/** Builds an in-memory index and searches it. Argument: how many documents. */
public final class Search {
    private Search() {}

    public static void main(String[] arguments) throws Exception {
        ByteBuffersDirectory directory = new ByteBuffersDirectory();
        try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()))) {
            for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
                StringBuilder text = new StringBuilder();
                for (int k = 0; k < 40; k++) text.append('w').append((i * 31 + k * k * 7) % 5_000).append(' ');
                Document document = new Document();
                document.add(new TextField("body", text.toString(), Field.Store.YES));
                writer.addDocument(document);
            }
        }
        long hits = 0;
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
            IndexSearcher searcher = new IndexSearcher(reader);
            for (int i = 0; i < 2_000; i++) hits += searcher.count(query(i));
        }
        System.out.println(hits);
    }

    private static BooleanQuery query(int i) {
        return new BooleanQuery.Builder().add(new TermQuery(new Term("body", "w" + i)), BooleanClause.Occur.SHOULD)
                .add(new TermQuery(new Term("body", "w" + i * 7 % 5_000)), BooleanClause.Occur.SHOULD).build();
    }
}
