/** Who answered, as the service saw it itself. */
export interface Visitor {
  ipAddress: string;
  userAgent: string;
  /** Of the page that was answered. */
  origin: string;
}

/** The link takes no such answer now. Its page says why. */
export type Closed = { kind: 'closed' };

export const CLOSED: Closed = { kind: 'closed' };

/** What became of an answer that was given by a link. */
export type LinkOutcome<Done extends string> = { kind: Done } | Closed;

/** The same of an answer that proves who somebody is. */
export type ProofOutcome<Done extends string = 'passed'> =
  | LinkOutcome<Done>
  | { kind: 'wrong'; triesLeft: number };
