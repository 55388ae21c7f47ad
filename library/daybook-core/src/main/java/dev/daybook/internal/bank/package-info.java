/**
 * The bank of a space: {@link dev.daybook.internal.bank.BankSessions} summarizes idle sessions, {@link dev.daybook.internal.bank.BankDigests} folds summaries
 * by day, week and month, {@link dev.daybook.internal.bank.BankEviction} drops the oldest ones that exceed the token budget.
 * {@link dev.daybook.internal.bank.BankMaintenance} runs all three. The bank is the only derivation that reads the scopes of users and writes to the shared
 * scope; it is off by default.
 */
@NullMarked
package dev.daybook.internal.bank;

import org.jspecify.annotations.NullMarked;
