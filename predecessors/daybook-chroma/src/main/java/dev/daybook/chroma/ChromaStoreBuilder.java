package dev.daybook.chroma;

import dev.daybook.internal.hash.HashVectors;
import dev.daybook.model.Space;
import dev.daybook.spi.Embedder;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A builder of a {@link ChromaStore}. The defaults come from jeevesagent and Chroma. */
public final class ChromaStoreBuilder {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** The interval of searching for foreign rows: two or three short requests per space. */
    private static final Duration LOOK = Duration.ofSeconds(2);

    /** A few hundred bytes each: enough for the largest scope index that the library holds in memory. */
    private static final long RESIDENT = 400_000;

    static final String EPISODES = "jeeves_episodes";
    static final String FACTS = "jeeves_facts";

    private final URI url;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private String tenant = "default_tenant";
    private String episodes = EPISODES;
    private String facts = FACTS;
    private Duration timeout = TIMEOUT;
    private Duration look = LOOK;
    private String owner = "process " + ProcessHandle.current().pid();
    private boolean takeOver = true;
    private Embedder embedder = new HashVectors(HashVectors.DEFAULT_DIMENSIONS).embedder();
    private Clock clock = Clock.systemUTC();

    ChromaStoreBuilder(URI url) {
        String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https") || url.getHost() == null) {
            throw new IllegalArgumentException("url is '" + url + "'; give one as http://127.0.0.1:8000");
        }
        String text = url.toString();
        this.url = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
    }

    /** Sets the tenant of the server, which is created if it is missing. Default: {@code default_tenant}. */
    public ChromaStoreBuilder tenant(String name) {
        this.tenant = plain("tenant", name);
        return this;
    }

    /**
     * Sets the collections shared with other programs. Default: {@code jeeves_episodes} and {@code jeeves_facts}. Names
     * have 3 to 400 characters of {@code [a-zA-Z0-9._-]} and begin and end with a letter or digit.
     */
    public ChromaStoreBuilder collections(String episodes, String facts) {
        if (episodes.equals(facts)) {
            throw new IllegalArgumentException(
                    "collections are both '" + facts + "'; episodes and facts need one each");
        }
        this.episodes = plain("episodes", episodes);
        this.facts = plain("facts", facts);
        return this;
    }

    private static String plain(String what, String name) {
        if (!ChromaNames.isPlain(name) || name.length() > 400 || name.startsWith("daybook-")) {
            throw new IllegalArgumentException(what + " is '" + name + "'; use 3 to 400 characters of [a-zA-Z0-9._-],"
                    + " a letter or digit first and last, and no name that begins with 'daybook-'");
        }
        return name;
    }

    /** Sets the token sent with each request as {@code Authorization: Bearer}. */
    public ChromaStoreBuilder token(String token) {
        return header("Authorization", "Bearer " + token);
    }

    /** Adds a header to each request. */
    public ChromaStoreBuilder header(String name, String value) {
        headers.put(name, value);
        return this;
    }

    /** Sets the timeout of a call. Default: 30 seconds. Idempotent calls are attempted up to three times. */
    public ChromaStoreBuilder timeout(Duration timeout) {
        this.timeout = positive("timeout", timeout);
        return this;
    }

    /** Sets the minimum interval of searching for foreign rows. Default: 2 seconds; zero: at each call. */
    public ChromaStoreBuilder lookEvery(Duration look) {
        if (look.isNegative()) {
            throw new IllegalArgumentException("lookEvery is " + look + "; give zero or more");
        }
        this.look = look;
        return this;
    }

    private static Duration positive(String what, Duration duration) {
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException(what + " is " + duration + "; give more than zero");
        }
        return duration;
    }

    /** Sets the owner named to other processes. Default: the process id. */
    public ChromaStoreBuilder owner(String owner) {
        this.owner = owner;
        return this;
    }

    /** Refuses to open a store that another process has not closed, instead of taking it over. */
    public ChromaStoreBuilder refuseIfInUse() {
        this.takeOver = false;
        return this;
    }

    /**
     * Sets the embedder whose vectors the rows of a new collection get, for searches by other programs. It is never
     * called: vectors that Daybook writes under its name are copied. Default: vectors by hashing, as in jeevesagent;
     * give the embedder that both programs use.
     */
    public ChromaStoreBuilder embedder(Embedder embedder) {
        this.embedder = embedder;
        return this;
    }

    /** Sets the clock for the recording time of foreign rows. */
    public ChromaStoreBuilder clock(Clock clock) {
        this.clock = clock;
        return this;
    }

    /**
     * Opens the store and takes it over from its owner.
     *
     * @throws dev.daybook.error.StoreException if the server does not answer or is not supported
     * @throws dev.daybook.error.StoreInUseException if another process owns it and take-over is refused
     */
    public ChromaStore open() {
        ChromaServer server = new ChromaServer(url, headers, timeout);
        ChromaTenant opened = ChromaTenant.open(server, tenant);
        CollectionLayout layout = new CollectionLayout(episodes, facts, embedder, look, RESIDENT, clock);
        String home = ChromaNames.database(Space.DEFAULT);
        opened.makeDatabase(home);
        WriterLease lease = WriterLease.take(opened.database(home), layout.owners(), owner, takeOver);
        return new ChromaStore(server, opened, layout, lease);
    }
}
