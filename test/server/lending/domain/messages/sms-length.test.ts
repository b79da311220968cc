import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { oneTimeCodeMessage } from '../../../../../server/lending/domain/messages/loan-messages.ts';
import { onboardingCodeSms } from '../../../../../server/lending/domain/messages/merchant-messages.ts';
import {
  smsHelpSms,
  smsStoppedSms,
} from '../../../../../server/lending/domain/messages/preference-messages.ts';

/** The letters of GSM-7 that these texts may use; any other makes a segment 70 characters long. */
const gsm7 = /^[A-Za-z0-9 .,:;?!()¿¡éèùìòñüà\n-]*$/;

const oneSegment = {
  'the code of a loan': oneTimeCodeMessage('en', '123456'),
  'the code of an onboarding': onboardingCodeSms('en', '123456'),
  'the answer to STOP': smsStoppedSms('en'),
  'the answer to STOP, in Spanish': smsStoppedSms('es'),
  'the answer to HELP': smsHelpSms('en'),
};

describe('a text message', () => {
  for (const [name, { text }] of Object.entries(oneSegment)) {
    it(`is one segment: ${name}`, () => {
      assert.match(text, gsm7);
      assert.ok(text.length <= 160, `${text.length} characters`);
    });
  }
});
