import { expect } from '@open-wc/testing';
import {
  type OrderClaim,
  type OrderRefusalReason,
  orderClaims,
  orderRefusalReasons,
} from '../../../widget/contract/order-refusal.ts';
import { orderFault } from '../../../widget/embed/diagnosis/order-faults.ts';

const issuer = { server: 'https://bff.example', merchant: 'pk_shop' };

const fixes: Record<Exclude<OrderRefusalReason, 'missing_claim' | 'wrong_claim'>, string> = {
  malformed: 'order-token="eyJ…"',
  wrong_alg: "alg: 'HS256'",
  refused_header: "{ alg: 'HS256', typ: 'JWT' }",
  no_key: '"order_secrets": ["…"] with HS256, "order_keys": [{…}] with EdDSA',
  wrong_signature: '.sign(new TextEncoder().encode(orderSecret))',
  secret_decoded: '.sign(new TextEncoder().encode(orderSecret))',
  aud_slash: "aud: 'https://bff.example'",
  times_in_milliseconds: 'iat: Math.floor(Date.now() / 1000)',
  iat_in_future: 'iat: Math.floor(Date.now() / 1000)',
  exp_before_iat: 'exp: iat + 15 * 60',
  exp_too_far: 'exp: iat + 15 * 60',
  not_yet_valid: 'nbf: iat',
  expired: 'exp: iat + 15 * 60',
  outdated: 'iat: Math.floor(Date.now() / 1000)',
  used: 'jti: crypto.randomUUID()',
  other_order: "document.querySelector('soft-pull-checkout').restart()",
  may_not_bring: "document.querySelector('soft-pull-checkout').restart()",
};

const claimFixes: Record<OrderClaim, string> = {
  iss: "iss: 'pk_shop'",
  aud: "aud: 'https://bff.example'",
  jti: 'jti: crypto.randomUUID()',
  iat: 'iat: Math.floor(Date.now() / 1000)',
  exp: 'exp: iat + 15 * 60',
  nbf: 'nbf: iat',
  amount: "amount: '8400.00'",
  order_id: "order_id: 'order-1042'",
  description: "description: 'Heat pump'",
  offer_code: "offer_code: 'SPRING-24'",
  resume: 'resume: true',
};

describe('orderFault()', () => {
  const ofToken = orderRefusalReasons.filter(
    (reason) => reason !== 'missing_claim' && reason !== 'wrong_claim',
  );
  for (const reason of ofToken) {
    it(`has the line that makes ${reason} right, and words of its own`, () => {
      const fault = orderFault({ reason }, issuer);
      expect(fault?.fix).to.equal(fixes[reason]);
      const others = ofToken.filter((other) => other !== reason);
      const messages = others.map((other) => orderFault({ reason: other }, issuer)?.message);
      expect(fault?.message).to.be.a('string').that.is.not.oneOf(messages);
    });
  }

  for (const claim of orderClaims) {
    it(`names the claim ${claim} that is missing or wrong, and its line`, () => {
      const fix = claimFixes[claim];
      expect(orderFault({ reason: 'missing_claim', claim }, issuer)).to.deep.equal({
        message: `Its claim ${claim} is missing.`,
        fix,
      });
      expect(orderFault({ reason: 'wrong_claim', claim }, issuer)).to.deep.equal({
        message: `Its claim ${claim} has a value that is not accepted.`,
        fix,
      });
    });
  }

  it('names a claim that only a later BFF reads, and explains no reason that only such a one has', () => {
    const claim = 'store_id' as OrderClaim;
    expect(orderFault({ reason: 'missing_claim', claim }, issuer)).to.deep.equal({
      message: 'Its claim store_id is missing.',
      fix: 'store_id: …',
    });
    const reason = 'too_many' as OrderRefusalReason;
    for (const refusal of [{ reason }, { reason, claim }]) {
      expect(orderFault(refusal, issuer)).to.equal(undefined);
    }
  });
});
