package timemory

import kotlin.test.Test
import kotlin.test.assertEquals

class SecretsTest {
    @Test
    fun variablesWhoseNamesTellOfASecretAreHidden() {
        for (name in listOf("DB_PASSWORD", "GITHUB_TOKEN", "aws_secret_access_key", "SSH_AUTH_SOCK", "SPRING_DATASOURCE_PWD", "MY_API_KEY", "JDBC_URL")) {
            assertEquals(Secrets.HIDDEN, Secrets.shown(name, "x"), name)
        }
    }

    @Test
    fun valuesThatLookLikeASecretAreHiddenWhateverTheirName() {
        val values = listOf(
            "postgres://anna:hunter2@db.example.org/x", "ghp_abcdefghijklmnopqrstuvwxyz0123456789", "eyJhbGciOiJIUzI1NiJ9.e30.abc", "AKIAIOSFODNN7EXAMPLE",
            "wJalrXUtnFEMI7K7MDENGbPxRfiCYEXAMPLEKEY", "-----BEGIN PRIVATE KEY-----", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        )
        for (value in values) assertEquals(Secrets.HIDDEN, Secrets.shown("X", value), value)
    }

    @Test
    fun whatIsHarmlessStays() {
        val harmless = mapOf(
            "PATH" to "/usr/local/bin:/usr/bin", "PWD" to "/home/anna", "LANG" to "en_US.UTF-8", "OMP_NUM_THREADS" to "16", "JAVA_HOME" to "/usr/lib/jvm/java-17-openjdk-amd64",
            "SLURM_JOB_NODELIST" to "nid[001-128]", "TIMEMORY_COMPONENTS" to "wall_clock,thread_cpu_clock",
        )
        for ((name, value) in harmless) assertEquals(value, Secrets.shown(name, value))
    }

    @Test
    fun argumentsAreTreatedAlike() {
        assertEquals(
            listOf("java", "-Dpassword=(hidden)", "-jar", "app.jar", "--token", "(hidden)", "--port", "80", "--url=(hidden)"),
            Secrets.shown(listOf("java", "-Dpassword=x", "-jar", "app.jar", "--token", "abc", "--port", "80", "--url=http://a:b@c/")),
        )
    }
}
