/**
 * The contract of the library over a store: {@link dev.daybook.contract.MemoryContract}, whose parts are in {@code
 * dev.daybook.contract.memory}. A store module, the client and the server extend it in one test class.
 */
@NullMarked
package dev.daybook.contract;

import org.jspecify.annotations.NullMarked;
