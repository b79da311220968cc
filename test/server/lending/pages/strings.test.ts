import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { es as documents } from '../../../../server/lending/documents/strings/es.ts';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { es } from '../../../../server/lending/pages/strings/es.ts';

describe('the Spanish of the hosted pages', () => {
  it('has one name for the origination fee', () => {
    assert.ok(documents.tila.itemFee.toLowerCase().includes(es.apply.originationFee.toLowerCase()));
  });

  it('has one name for the total of payments', () => {
    assert.equal(es.apply.total, documents.tila.totalOfPayments);
  });
});

describe('what the hosted pages say of a notice', () => {
  it('holds before and after it was sent, since a page can be opened again', () => {
    for (const { apply, state } of [en, es]) {
      for (const text of [apply.noOffers, state.declined]) assert.doesNotMatch(text, /will|remos/);
    }
  });
});
