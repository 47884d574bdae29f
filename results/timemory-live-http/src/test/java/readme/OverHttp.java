package readme;

import com.sun.net.httpserver.HttpServer;
import jakarta.servlet.ServletContext;
import timemory.live.http.LiveHandler;
import timemory.live.http.LiveHttp;
import timemory.live.http.LiveHttpHandler;
import timemory.live.http.LiveServlet;

// What the docs show.

final class OverHttp {

    private OverHttp() {}

    static void ofItsOwn(Runnable serve, String token) {
        System.out.println("look at " + LiveHttp.open(8421));
        serve.run();
        LiveHttp.close();

        LiveHttp.open("0.0.0.0:8421", token);
    }

    static void mounted(HttpServer server, ServletContext context, String token) {
        LiveHandler live = LiveHandler.withToken(token);
        server.createContext("/timemory", new LiveHttpHandler(live));
        context.addServlet("timemory", new LiveServlet(live)).addMapping("/timemory/*");
    }
}
