/** Everything a newcomer needs: the library and its embedded store. */
module dev.daybook {
    requires transitive dev.daybook.core;
    requires dev.daybook.sqlite;
}
