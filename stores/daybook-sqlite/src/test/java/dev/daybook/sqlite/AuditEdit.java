package dev.daybook.sqlite;

import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.internal.sqlite.table.AuditChain;
import dev.daybook.internal.sqlite.table.ScopeRecord;
import dev.daybook.store.AuditRecord;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Random;

/** A change of the audit log behind the store's back. No change leaves the log as it was. */
enum AuditEdit {
    EDITED_TEXT {
        @Override
        void apply(SqlConnection sql, long record, long last, Random random) throws SQLException {
            String column = List.of("operation", "action", "detail").get(random.nextInt(3));
            String change = List.of(
                            column + " || 'x'",
                            "substr(" + column + ", 2)",
                            "' ' || " + column,
                            "upper(" + column + ")",
                            "''")
                    .get(random.nextInt(5));
            sql.update("UPDATE audit SET " + column + " = " + change + " WHERE seq = ?", record);
        }
    },
    MOVED_LETTER {
        /** The texts in a row stay the same; only the border between two of them moves. */
        @Override
        void apply(SqlConnection sql, long record, long last, Random random) throws SQLException {
            sql.update(
                    "UPDATE audit SET operation = operation || substr(action, 1, 1), action = substr(action, 2) WHERE seq = ?",
                    record);
        }
    },
    EDITED_NUMBER {
        @Override
        void apply(SqlConnection sql, long record, long last, Random random) throws SQLException {
            String column = random.nextBoolean() ? "at" : "scope";
            sql.update(
                    "UPDATE audit SET " + column + " = " + column + " + ? WHERE seq = ?",
                    random.nextBoolean() ? 1 + random.nextInt(1_000_000) : -1 - random.nextInt(1_000_000),
                    record);
        }
    },
    EDITED_CHAIN {
        @Override
        void apply(SqlConnection sql, long record, long last, Random random) throws SQLException {
            byte[] chain = sql.first("SELECT chain FROM audit WHERE seq = " + record, row -> row.getBytes(1));
            chain[random.nextInt(chain.length)] ^= (byte) (1 << random.nextInt(8));
            sql.update("UPDATE audit SET chain = ? WHERE seq = ?", chain, record);
        }
    },
    REMOVAL {
        @Override
        void apply(SqlConnection sql, long record, long last, Random random) throws SQLException {
            sql.update("DELETE FROM audit WHERE seq = ?", record);
        }
    },
    REMOVAL_OF_A_SCOPE {
        @Override
        void apply(SqlConnection sql, long record, long last, Random random) throws SQLException {
            sql.update("DELETE FROM audit WHERE scope = (SELECT scope FROM audit WHERE seq = ?)", record);
        }
    },
    REMOVAL_WITHOUT_A_GAP {
        @Override
        void apply(SqlConnection sql, long record, long last, Random random) throws SQLException {
            sql.update("DELETE FROM audit WHERE seq = ?", record);
            for (long next = record + 1; next <= last; next++) {
                sql.update("UPDATE audit SET seq = seq - 1 WHERE seq = ?", next);
            }
        }
    },
    SWAPPED_RECORDS {
        @Override
        void apply(SqlConnection sql, long record, long last, Random random) throws SQLException {
            swap(sql, record, other(record, last, random));
        }
    },
    SWAPPED_TIMES {
        @Override
        void apply(SqlConnection sql, long record, long last, Random random) throws SQLException {
            long other = other(record, last, random);
            long at = sql.number("SELECT at FROM audit WHERE seq = " + record);
            sql.update("UPDATE audit SET at = (SELECT at FROM audit WHERE seq = ?) WHERE seq = ?", other, record);
            sql.update("UPDATE audit SET at = ? WHERE seq = ?", at, other);
        }
    },
    INSERTION {
        @Override
        void apply(SqlConnection sql, long record, long last, Random random) throws SQLException {
            for (long next = last; next > record; next--) {
                sql.update("UPDATE audit SET seq = seq + 1 WHERE seq = ?", next);
            }
            copy(sql, record, record + 1);
        }
    },
    COPY_AT_THE_END {
        @Override
        void apply(SqlConnection sql, long record, long last, Random random) throws SQLException {
            copy(sql, record, last + 1);
        }
    },
    FORGED_END {
        /** A record with the right chain, by somebody who knows how it is computed. */
        @Override
        void apply(SqlConnection sql, long record, long last, Random random) throws SQLException {
            AuditRecord forged = new AuditRecord("op", "forget", Instant.EPOCH.plusSeconds(record), "1 episode");
            AuditChain.append(sql, ScopeRecord.fresh(1, "default", new byte[32]), forged);
        }
    },
    TRUNCATION {
        @Override
        void apply(SqlConnection sql, long record, long last, Random random) throws SQLException {
            sql.update("DELETE FROM audit WHERE seq >= ?", record);
        }
    };

    /**
     * Changes the log.
     *
     * @param record the number of a record
     * @param last the number of the last record
     */
    abstract void apply(SqlConnection sql, long record, long last, Random random) throws SQLException;

    private static long other(long record, long last, Random random) {
        return 1 + (record - 1 + 1 + random.nextInt((int) last - 1)) % last;
    }

    private static void swap(SqlConnection sql, long one, long other) throws SQLException {
        sql.update("UPDATE audit SET seq = -1 WHERE seq = ?", one);
        sql.update("UPDATE audit SET seq = ? WHERE seq = ?", one, other);
        sql.update("UPDATE audit SET seq = ? WHERE seq = -1", other);
    }

    private static void copy(SqlConnection sql, long record, long number) throws SQLException {
        sql.update(
                "INSERT INTO audit SELECT ?, scope, at, operation, action, detail, chain FROM audit WHERE seq = ?",
                number,
                record);
    }
}
