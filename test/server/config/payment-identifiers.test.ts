import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  paymentIdentifiersOf,
  sandboxPaymentIdentifier,
} from '../../../server/config/sandbox-settings.ts';

describe('sandboxPaymentIdentifier()', () => {
  it('is the intent’s id, behind a sandbox value where the order is named after one', () => {
    const id = 'c0ffee00-1111-4222-8333-444455556666';
    assert.equal(sandboxPaymentIdentifier('order-1', id), id);
    assert.equal(sandboxPaymentIdentifier('sbx:slow', id), `sbx:slow#${id}`);
  });

  it('is no longer than a lender takes: 64 characters', () => {
    const id = 'c0ffee00-1111-4222-8333-444455556666';
    const longest = `sbx:${'x'.repeat(23)}`;
    assert.equal(sandboxPaymentIdentifier(longest, id), `${longest}#${id}`);
    assert.equal(sandboxPaymentIdentifier(`${longest}x`, id), id);
  });
});

describe('paymentIdentifiersOf()', () => {
  it('is the sandbox’s with its own lender alone, not with a remote one on this machine', () => {
    const sandbox = { environment: 'sandbox', isEmbeddedLender: true } as const;
    assert.equal(paymentIdentifiersOf(sandbox), sandboxPaymentIdentifier);
    assert.equal(paymentIdentifiersOf({ ...sandbox, isEmbeddedLender: false }), undefined);
    assert.equal(paymentIdentifiersOf({ ...sandbox, environment: 'production' }), undefined);
  });
});
