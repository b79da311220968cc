/**
 * Deliveries to one receiver share a lane, so that a slow one holds up only itself. Sponsors whose
 * receivers stand behind one origin are apart: one's backlog is not another's.
 */
export function laneOf(sponsorId: string, targetUrl: string): string {
  return `${sponsorId} ${URL.parse(targetUrl)?.origin ?? targetUrl}`;
}
