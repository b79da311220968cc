import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { es as documents } from '../../../../server/lending/documents/strings/es.ts';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { es } from '../../../../server/lending/pages/strings/es.ts';
import { es as widget } from '../../../../widget/strings/es.ts';

describe('the Spanish of the hosted pages', () => {
  it('has one name for the origination fee', () => {
    assert.ok(documents.tila.itemFee.toLowerCase().includes(es.apply.originationFee.toLowerCase()));
  });

  it('has one name for the annual percentage rate, which is no "yearly rate"', () => {
    assert.equal(es.terms.rate, documents.tila.apr);
    assert.ok(documents.tila.apr.startsWith(es.apply.aprLong));
  });

  it('has one name for the finance charge', () => {
    assert.ok(documents.tila.itemFee.startsWith(documents.tila.financeCharge));
    assert.equal(es.apply.financeCharge, documents.tila.financeCharge);
  });

  it('has one name for the total of payments', () => {
    assert.equal(es.apply.total, documents.tila.totalOfPayments);
  });
});

describe('what the hosted pages say', () => {
  it('of what is typed is how long it is kept, not how long one may type', () => {
    for (const text of [es.apply.keptFor(30), es.apply.notDecided]) {
      assert.match(text, /sus respuestas[^.]* por 30 minutos\./i);
    }
  });

  it('of the order of offers is nothing where there is one', () => {
    for (const { apply } of [en, es]) {
      assert.notEqual(apply.offersLede('$1.00', 2), apply.offersLede('$1.00', 1));
      assert.match(apply.offersLede('$1.00', 1), /^\S+ \$1\.00\.$/);
    }
  });

  it('of paper copies is that they come by mail', () => {
    assert.match(en.preferences.paperDone, /mail/);
    assert.match(es.preferences.paperDone, /por correo postal/);
    assert.doesNotMatch(es.preferences.paperDone, /Enviamos/);
  });

  it('of a charge that did not go through is what the checkout says of it', () => {
    const { account, charge } = es;
    const said = [
      widget.outcome.chargeOutcome.failed.title,
      account.payments.failed(),
      charge.payments.failed({ amount: '$1.00', merchant: 'Hillside', refunded: '' }),
      charge.paymentTitles.failed,
    ];
    for (const text of said) assert.match(text, /no se completó/i);
  });
});

describe('what the hosted pages say of what is sent', () => {
  it('holds before and after, since a page can be opened again', () => {
    for (const { accepted, apply, state } of [en, es]) {
      const copy = accepted.lede('a•••@example.test');
      const { declined, declinedOnPaper } = state;
      const back = accepted.didNotArrive('a•••@example.test', '1-800-555-0142');
      for (const text of [
        apply.noOffers,
        apply.noticeSent,
        declined,
        declinedOnPaper,
        copy,
        back,
      ]) {
        assert.doesNotMatch(text, /will|on its way|remos|en camino/);
      }
    }
  });

  it('has the copy come by e-mail, not the signature', () => {
    for (const { accepted } of [en, es]) {
      for (const text of [accepted.lede('a•••@example.test'), accepted.copySent('')]) {
        assert.doesNotMatch(text, /signed by|firmó por/);
      }
    }
  });
});
