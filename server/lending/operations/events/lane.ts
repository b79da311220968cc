/** Deliveries to one receiver share a lane, so that a slow one holds up only itself. */
export function laneOf(targetUrl: string): string {
  return URL.parse(targetUrl)?.origin ?? targetUrl;
}
