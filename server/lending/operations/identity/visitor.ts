/** Who answered, as the service saw it itself. */
export interface Visitor {
  ipAddress: string;
  userAgent: string;
  /** Of the page that was answered. */
  origin: string;
}

/** `closed`: the page has nothing to answer any more; looking at it again says why. */
export type Closed = { kind: 'closed' };

export const CLOSED: Closed = { kind: 'closed' };

/** What became of an answer that tells who somebody is. */
export type Tried = { kind: 'passed' } | { kind: 'wrong'; triesLeft: number } | Closed;
