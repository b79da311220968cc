import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sandboxPaymentIdentifier } from '../../server/sandbox-payment-identifier.ts';

describe('sandboxPaymentIdentifier()', () => {
  it('is the intent’s id, behind a sandbox value where the order is named after one', () => {
    const id = 'c0ffee00-1111-4222-8333-444455556666';
    assert.equal(sandboxPaymentIdentifier('order-1', id), id);
    assert.equal(sandboxPaymentIdentifier('sbx:slow', id), `sbx:slow#${id}`);
    assert.equal(sandboxPaymentIdentifier(`sbx:${'x'.repeat(60)}`, id), id);
  });
});
