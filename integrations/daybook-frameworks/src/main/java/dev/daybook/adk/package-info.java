/**
 * Long-term memory for agents of Google's Agent Development Kit: {@link dev.daybook.adk.DaybookMemoryService}. Needs
 * {@code com.google.adk:google-adk}, which this artifact does not bring.
 */
@NullMarked
package dev.daybook.adk;

import org.jspecify.annotations.NullMarked;
