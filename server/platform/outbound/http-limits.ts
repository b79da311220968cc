/** What one named client may use. */
export interface HttpLimits {
  connectMs: number;
  /** From the call to the last byte of the answer, retries included. */
  totalMs: number;
  /** How long the probe of an open breaker may take, after each that was too late twice as long. */
  probeMs: number;
  /** Sockets to one origin. */
  connections: number;
  /** Calls in flight, and calls that wait for one of them to end. */
  inFlight: number;
  queued: number;
  responseBytes: number;
  /** Repeats of a GET that failed; nothing else is ever repeated. */
  getRetries: number;
}

export const defaultHttpLimits: HttpLimits = {
  connectMs: 2_000,
  totalMs: 20_000,
  probeMs: 3_000,
  connections: 64,
  inFlight: 128,
  queued: 128,
  responseBytes: 1_048_576,
  getRetries: 2,
};
