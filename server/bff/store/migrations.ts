import type { Migration } from 'kysely/migration';
import { createRootKey } from '../../platform/crypto/root-key.ts';
import { createInitialTables } from './migrations/001-initial.ts';
import { indexOrderTokens } from './migrations/002-order-tokens-by-checkout.ts';
import { createMerchantKeys } from './migrations/003-merchant-keys.ts';
import { addTextsShown } from './migrations/004-texts-shown.ts';
import { indexOpenCalls } from './migrations/006-open-calls.ts';
import { addReturnCodes } from './migrations/007-return-codes.ts';
import { addOrderTimes } from './migrations/008-order-times.ts';
import { createLimits } from './migrations/009-limits.ts';
import { createAnyLender } from './migrations/010-any-lender.ts';
import { createMerchantList } from './migrations/011-merchant-list.ts';
import { addTimeline } from './migrations/012-timeline.ts';
import { createRefunds } from './migrations/013-refunds.ts';
import { createWebhooks } from './migrations/014-webhooks.ts';
import { addKeyAnswers } from './migrations/015-sent-again.ts';
import { addMerchantCalls } from './migrations/016-merchant-calls.ts';
import { createBooks } from './migrations/017-books.ts';
import { createMerchantsSeen } from './migrations/018-merchants-seen.ts';
import { createOrderOpenings } from './migrations/019-order-openings.ts';
import { indexRareEvents } from './migrations/020-rare-events.ts';
import { addPayLinks } from './migrations/022-pay-links.ts';
import { addOfferCodes } from './migrations/023-offer-codes.ts';
import { addKeyEnds } from './migrations/024-key-ends.ts';
import { addTakenAs } from './migrations/025-taken-as.ts';
import { addRequestedBy } from './migrations/026-requested-by.ts';
import { allowLateRefunds } from './migrations/027-late-refunds.ts';
import { indexUnresolved } from './migrations/028-unresolved.ts';
import { indexFewRows } from './migrations/029-few-rows.ts';
import { addLeftApplications } from './migrations/030-left-applications.ts';
import { indexFollowed } from './migrations/031-followed-charges.ts';

/**
 * Every table of `BffSchema`, in portable SQL, in the order of the keys. A database keeps the keys of
 * what it was given: a key is never changed, nor what stands under it.
 */
export const bffMigrations: Readonly<Record<string, Migration>> = {
  '001_initial': { up: createInitialTables },
  '002_order_tokens_by_checkout': { up: indexOrderTokens },
  '003_merchant_keys': { up: createMerchantKeys },
  '004_texts_shown': { up: addTextsShown },
  '005_root_key': { up: createRootKey },
  '006_open_calls': { up: indexOpenCalls },
  '007_return_codes': { up: addReturnCodes },
  '008_order_times': { up: addOrderTimes },
  '009_limits': { up: createLimits },
  '010_any_lender': { up: createAnyLender },
  '011_merchant_list': { up: createMerchantList },
  '012_timeline': { up: addTimeline },
  '013_refunds': { up: createRefunds },
  '014_webhooks': { up: createWebhooks },
  '015_sent_again': { up: addKeyAnswers },
  '016_merchant_calls': { up: addMerchantCalls },
  '017_books': { up: createBooks },
  '018_merchants_seen': { up: createMerchantsSeen },
  '019_order_openings': { up: createOrderOpenings },
  '020_rare_events': { up: indexRareEvents },
  '022_pay_links': { up: addPayLinks },
  '023_offer_codes': { up: addOfferCodes },
  '024_key_ends': { up: addKeyEnds },
  '025_taken_as': { up: addTakenAs },
  '026_requested_by': { up: addRequestedBy },
  '027_late_refunds': { up: allowLateRefunds },
  '028_unresolved': { up: indexUnresolved },
  '029_few_rows': { up: indexFewRows },
  '030_left_applications': { up: addLeftApplications },
  '031_followed_charges': { up: indexFollowed },
};
