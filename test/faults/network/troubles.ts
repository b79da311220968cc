/** What becomes of one call on its way. */
export const faults = [
  /** Some seconds later. */
  'latency',
  /** A few hundred bytes a second. */
  'bandwidth',
  /** A few bytes at a time. */
  'slices',
  /** The connection is reset. */
  'reset',
  /** Nothing comes any more, and the connection stays. */
  'black_hole',
  /** The connection is closed. */
  'close',
  /** The connection is closed some seconds after it should be. */
  'slow_close',
  /** A part is missing, and the length says otherwise or agrees. */
  'truncation',
  /** Bytes are replaced by others. */
  'garbage',
  /** The length says more or less than comes. */
  'wrong_length',
  /** It comes twice. */
  'duplicate',
  /** A gateway's page in its place. */
  'gateway',
] as const;

/**
 * When: to the request, which then does not arrive or not as it was; once the server has acted, to
 * all of its answer; or in the middle of the answer.
 */
export const phases = ['request', 'effect', 'answer'] as const;

/** Between whom, and which call by its method and path. */
export const calls = {
  'page: apply': { between: 'page', pattern: /^POST \S*\/application$/ },
  'page: select': { between: 'page', pattern: /^POST \S*\/select$/ },
  'page: charge': { between: 'page', pattern: /^POST \S*\/charge$/ },
  'lender: soft pull': { between: 'lender', pattern: /^POST \S*\/soft-pull\/$/ },
  'lender: select': { between: 'lender', pattern: /^PATCH \S*\/select\/$/ },
  'lender: loan': { between: 'lender', pattern: /^GET \S*\/loan-applications\/\S*\/loan\/\S*$/ },
  'lender: charge': { between: 'lender', pattern: /^POST \S*\/payment-request\/$/ },
  callback: { between: 'callback', pattern: /^POST \/callbacks\/\S*$/ },
} as const;

export type Fault = (typeof faults)[number];
export type Phase = (typeof phases)[number];
export type CallName = keyof typeof calls;

/** One cell of the matrix. */
export interface Trouble {
  fault: Fault;
  call: CallName;
  phase: Phase;
}

/** All cells, in an order that does not change. */
export const matrix: readonly Trouble[] = faults.flatMap((fault) =>
  (Object.keys(calls) as CallName[]).flatMap((call) =>
    phases.map((phase) => ({ fault, call, phase })),
  ),
);
