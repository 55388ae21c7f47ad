package dev.daybook.server.doors;

/**
 * Handles that a tenant was given: no other tenant may use them.
 *
 * @param context id of a kept context
 * @param forget id of an erasure
 * @param quarantine id of a quarantine
 */
public record PlantedHandles(String context, String forget, String quarantine) {}
