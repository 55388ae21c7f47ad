/**
 * Overload control: the way of a request to its call, and the limits on it (decision 102).
 *
 * <pre>
 * connection ─► NetworkConnectionLimit, TimedHeads    of Jetty; a late head closes the connection
 *                       │
 *               LoadSheddingHandler                   429 at once while quick calls are refused
 *                       │
 *               BodyAdmissionHandler                  RequestGuard: 401, 403, RateLimiter: 429
 *                 BodyReading ─► HeapBudget           413, 429, 408; without a thread
 *                       │
 *                     route                           ConcurrencyLimit: 429 for exports, imports, event streams
 *                       │
 *               CallBulkheads                         429; by CallPace, fair between keys
 *                       │
 *                  library call ─► HeapBudget         413, 429 for entries that a call reads and for its answer
 *                       ▼
 *                     answer
 * </pre>
 *
 * <p>Three resources can run out, and each has one owner:
 *
 * <ol>
 *   <li><i>Heap</i>: {@link dev.daybook.server.admission.HeapBudget}, a quarter of it for the bodies and answers of all calls in
 *       progress, three quarters of that for one key. A body counts by its bytes and {@code JsonCost} before it is read, an
 *       answer before its entries are. Heads are bounded by the number of connections
 *       ({@link dev.daybook.server.admission.ServerLimits}).
 *   <li><i>Processors</i>: {@link dev.daybook.server.admission.CallBulkheads}. A burst may queue, a lasting overload may not:
 *       {@code CallBulkhead} tells them apart by the calls that were admitted in a row. A refusal must stay cheap, so
 *       {@code LoadSheddingHandler} answers it before all else.
 *   <li><i>Threads</i>: a body has none until it is complete. A streamed body or answer holds one, so
 *       {@link dev.daybook.server.admission.ConcurrencyLimit} bounds their number, and
 *       {@link dev.daybook.server.admission.PacedInput} ends a slow import.
 * </ol>
 *
 * <p>Each limit has a share for one key, so that no key excludes the others; callers without a key share one. A refusal names
 * the limit and the time of the next attempt, and its call was not begun. {@code docs/operating.md} lists the figures.
 */
@NullMarked
package dev.daybook.server.admission;

import org.jspecify.annotations.NullMarked;
