/** The embedded store: one folder, one file, one flush per write. */
module dev.daybook.sqlite {
    requires transitive dev.daybook.core;
    requires java.sql;
    requires org.xerial.sqlitejdbc;

    exports dev.daybook.sqlite;

    provides dev.daybook.spi.StoreProvider with
            dev.daybook.sqlite.SqliteStoreProvider;
}
