import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.util.List;

/** MongoDB's protocol over documents in memory, for tests: updates of one document are atomic. */
public final class Server {
  /** Drivers of today refuse the wire version that the library reports by itself. */
  private enum Version implements MongoVersion {
    MONGO_5_0;

    @Override
    public List<Integer> getVersionArray() {
      return List.of(5, 0, 0);
    }

    @Override
    public int getWireVersion() {
      return 13;
    }
  }

  public static void main(String[] args) {
    var server = new MongoServer(new MemoryBackend().version(Version.MONGO_5_0));
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
    server.bind("127.0.0.1", Integer.parseInt(args[0]));
  }
}
