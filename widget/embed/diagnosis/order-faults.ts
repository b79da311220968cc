import type { OrderClaim, OrderRefusal, OrderRefusalReason } from '../../contract/order-refusal.ts';

interface Fault {
  /** What is wrong with the token. */
  message: string;
  /** The line of the merchant's server that makes it right. */
  fix: string;
}

/** Whom the token has to be for. */
export interface OrderIssuer {
  server: string;
  merchant: string;
}

const seconds = 'iat: Math.floor(Date.now() / 1000)';
const exp = 'exp: iat + 15 * 60';
const anotherToken = 'jti: crypto.randomUUID()';
const sign = '.sign(new TextEncoder().encode(orderSecret))';

/** Every reason of the BFF, as its developer reads it. */
export function orderFaults({
  server,
}: Pick<OrderIssuer, 'server'>): Readonly<Record<OrderRefusalReason, Fault>> {
  return {
    malformed: {
      message: 'It is not a signed JWT: three parts in base64url, the payload a JSON object.',
      fix: 'order-token="eyJ…"',
    },
    wrong_alg: {
      message: 'Its alg is neither HS256 nor EdDSA.',
      fix: "alg: 'HS256'",
    },
    refused_header: {
      message: 'Its header has jku, jwk, x5u, x5c, crit, b64, zip or enc.',
      fix: "{ alg: 'HS256', typ: 'JWT' }",
    },
    no_key: {
      message: 'The merchant’s entry in MERCHANTS_FILE has no secret or key for this alg.',
      fix: '"order_secrets": ["…"] with HS256, "order_keys": [{…}] with EdDSA',
    },
    wrong_signature: {
      message: 'It is signed by none of the merchant’s order secrets or keys.',
      fix: sign,
    },
    secret_decoded: {
      message: 'It is signed by the order secret decoded from base64: use the text as it is.',
      fix: sign,
    },
    missing_claim: { message: 'A claim is missing.', fix: '' },
    wrong_claim: { message: 'A claim has a value that is not accepted.', fix: '' },
    aud_slash: {
      message: 'Its aud ends in a slash: the BFF’s address has none.',
      fix: `aud: '${server}'`,
    },
    times_in_milliseconds: {
      message: 'Its iat or exp counts milliseconds: a JWT counts seconds.',
      fix: seconds,
    },
    iat_in_future: {
      message: 'Its iat is over 5 minutes ahead: set the clock of the server that signs.',
      fix: seconds,
    },
    exp_before_iat: { message: 'Its exp is not after its iat.', fix: exp },
    exp_too_far: { message: 'Its exp is over 15 minutes after its iat.', fix: exp },
    not_yet_valid: { message: 'Its nbf is over 5 minutes ahead.', fix: 'nbf: iat' },
    expired: {
      message: 'It has expired: sign a token when the page is opened, not before.',
      fix: exp,
    },
    outdated: {
      message: 'A token of the same order with a later iat was brought: use the newest.',
      fix: seconds,
    },
    used: {
      message: 'Its jti was used: sign a token for each checkout.',
      fix: anotherToken,
    },
    other_order: {
      message: 'The checkout is of another order_id: call restart() for another order.',
      fix: "document.querySelector('soft-pull-checkout').restart()",
    },
    may_not_bring: {
      message: 'The page came to the checkout by a link: its order is set where it was begun.',
      fix: "document.querySelector('soft-pull-checkout').restart()",
    },
  };
}

/** What is wrong with a token that the BFF refuses; undefined for a reason of a later BFF's. */
export function orderFault(
  { reason, claim }: OrderRefusal,
  issuer: OrderIssuer,
): Fault | undefined {
  const faults: Readonly<Record<string, Fault>> = orderFaults(issuer);
  const fault = faults[reason];
  if (claim === undefined || fault === undefined) return fault;
  const is = reason === 'missing_claim' ? 'is missing' : 'has a value that is not accepted';
  const fixes: Readonly<Record<string, string>> = claimFixes(issuer);
  // Of a later BFF's claim, at least the name is known.
  return { message: `Its claim ${claim} ${is}.`, fix: fixes[claim] ?? `${claim}: …` };
}

function claimFixes({ server, merchant }: OrderIssuer): Readonly<Record<OrderClaim, string>> {
  return {
    iss: `iss: '${merchant}'`,
    aud: `aud: '${server}'`,
    jti: anotherToken,
    iat: seconds,
    exp,
    nbf: 'nbf: iat',
    amount: "amount: '8400.00'",
    order_id: "order_id: 'order-1042'",
    description: "description: 'Heat pump'",
    offer_code: "offer_code: 'SPRING-24'",
    resume: 'resume: true',
  };
}
