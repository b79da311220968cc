import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sampleLender } from '../../../../../server/lending/domain/lender.ts';
import {
  identityLockedEmail,
  invitationEmail,
  mailedLinkEmail,
} from '../../../../../server/lending/domain/messages/loan-messages.ts';
import { merchantReviewedEmail } from '../../../../../server/lending/domain/messages/merchant-messages.ts';

const messages = {
  'a lock for the day': (locale: 'en' | 'es') =>
    identityLockedEmail({ locale, isLoan: true, until: 'March 3', nextStep: 'same_page' }),
  'a new link in place of a locked one': (locale: 'en' | 'es') =>
    mailedLinkEmail({
      locale,
      merchant_name: 'Hillside Heating & Air',
      isPortalLocked: false,
      lockedUntil: null,
      link: 'https://lender.example/terms/abc',
    }),
  'a business that was declined': (locale: 'en' | 'es') =>
    merchantReviewedEmail({ locale, business_name: 'Hillside', result: 'declined' }),
};

describe('an invitation by e-mail', () => {
  for (const locale of ['en', 'es'] as const) {
    it(`names who lends, with the postal address: ${locale}`, () => {
      const { text } = invitationEmail({
        locale,
        first_name: 'Dana',
        merchant_name: 'Hillside Heating & Air',
        last_day: '2026-07-30',
        link: 'https://lender.example/invitation/abc',
      });
      assert.ok(text.endsWith(`\n\n${sampleLender.name}\n${sampleLender.address}`), text);
    });
  }
});

describe('an e-mail that says to call', () => {
  for (const [name, messageIn] of Object.entries(messages)) {
    it(`names the lender and the number: ${name}`, () => {
      const { name: lender, phone } = sampleLender;
      assert.ok(messageIn('en').text.includes(`call ${lender} at ${phone}.`));
      assert.ok(messageIn('es').text.includes(`llame a ${lender} al ${phone}.`));
    });
  }
});
