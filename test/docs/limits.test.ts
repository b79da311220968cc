import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { merchantsFile } from '../../server/config/settings-files.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '../../server/platform/durations.ts';
import { codes, operations, read, table } from './read-readme.ts';
import { constantsOf } from './source-constants.ts';

const security = read('server/SECURITY.md');

/** Of the files of a row, by their names. */
type Constants = Readonly<Record<string, unknown>>;

/** The number that a constant is, or a part of it: `number(of, 'defaultLimits.callsPerAddress')`. */
function number(of: Constants, name: string): number {
  const [first = '', ...parts] = name.split('.');
  const value = parts.reduce<unknown>(
    (whole, part) => (whole as Constants | undefined)?.[part],
    of[first],
  );
  assert.ok(typeof value === 'number', `no file of the row has a constant ${name}`);
  return value;
}

type Write = (of: Constants) => string;
const inUnits =
  (unitOf: number, word: string) =>
  (name: string): Write =>
  (of) =>
    `${(number(of, name) / unitOf).toLocaleString('en')}${word}`;
const count = inUnits(1, '');
const kib = inUnits(1_024, ' KiB');
const mib = inUnits(1_048_576, ' MiB');
const seconds = inUnits(secondMs, ' s');
const minutes = inUnits(minuteMs, ' minutes');
const hours = inUnits(hourMs, ' hours');
const days = inUnits(dayMs, ' days');
/** Of a calendar, leap days included. */
const years = (name: string): Write => {
  return (of) => `${Math.floor(number(of, name) / (365 * dayMs))} years`;
};

/** The text of a cell with the values of its constants. */
function text(words: TemplateStringsArray, ...values: Write[]): Write {
  return (of) => String.raw({ raw: words }, ...values.map((value) => value(of)));
}

/** What settings of a merchant take, as zod has it. */
const entries = z.toJSONSchema(merchantsFile, { unrepresentable: 'any', io: 'input' });
const most = (field: string, within = ''): Write => {
  const merchant = (entries.items as z.core.JSONSchema.JSONSchema).properties ?? {};
  const schema = merchant[within === '' ? field : within] as z.core.JSONSchema.JSONSchema;
  const inner = (schema.items as z.core.JSONSchema.JSONSchema | undefined)?.properties?.[field];
  const found = within === '' ? schema : (inner as z.core.JSONSchema.JSONSchema);
  return () => String(found.maxItems);
};

/** A row without a number of its own. */
const inWords = Symbol('in words');

/** Each row of the table of limits, with how its value is written. */
const limits: Readonly<Record<string, Write | typeof inWords>> = {
  'body of a call to the BFF': kib('maxBodyBytes'),
  'body of a callback to the BFF': kib('maxCallbackBytes'),
  'body of a call to the lending API': kib('maxBodyBytes'),
  "body of a hosted page's form": kib('maxFormBytes'),
  'fields of a form body': count('maxFields'),
  'JSON: depth, names in an object': text`${count('defaultLimits.depth')}, ${count('defaultLimits.keysPerObject')}`,
  'time for headers, for a whole request': text`${seconds('serverOptions.headersTimeout')}, ${seconds('serverOptions.requestTimeout')}`,
  'time for what is under way when the process stops': seconds('stopMs'),
  'calls of a network that read or write a checkout': text`${count('defaultLimits.callsPerAddress')} a minute`,
  "loads of a page with a checkout by a network, a merchant's link twice": text`${count('defaultLimits.opensPerAddress')} a minute`,
  'checkouts opened for a merchant': text`${count('defaultLimits.opensPerMerchant')} a minute`,
  'calls to one checkout': text`${count('defaultLimits.callsPerCheckout')} a minute`,
  "calls of a merchant's server: to one checkout, to lists, events and reports": text`${count('defaultLimits.callsPerCheckout')}, ${count('defaultLimits.callsPerCheckout')} a minute`,
  'applications for one checkout': text`${count('defaultLimits.applicationsPerCheckout')} a minute`,
  'applications of a network': text`${count('defaultLimits.softPullsPerAddressAnHour')} an hour`,
  'applications that a process carries out': text`${count('defaultLimits.applicationsAtATime')} at a time`,
  'the same, in the lending service': text`${count('applicationsAtATime')} at a time`,
  'event streams of a checkout, of a network': text`${count('defaultLimits.streamsPerCheckout')}, ${count('defaultLimits.streamsPerAddress')} at a time`,
  'wrong callback passwords of a network, on this machine too': text`${count('defaultLimits.wrongPasswordsPerAddress')} a minute`,
  'calls of a network that the shop of a hosted demo passes on: `/server-checkout`, simulator': text`${count('visitorCalls.calls')} a minute`,
  'reads of the panel of a hosted demo, of a network': text`${count('visitorReads.calls')} a minute`,
  'wrong sponsor passwords of a network': text`${count('guesses.calls')} a minute`,
  "calls of a network to the lender's hosted pages": text`${count('pageCalls.calls')} a minute`,
  'wrong secret keys': inWords,
  'refused requests of a network with a line in the log': text`${count('refusalsLoggedAMinute')} a minute`,
  'networks that are counted': text`${count('maxBuckets')} a limit`,
  'all networks of an IPv6 /48, of each limit by network': text`${count('networksInSite')} times as much`,
  'soft pulls of a person, in the BFF': text`${count('softPullsPerDay')} in ${hours('countedForMs')}`,
  'bureau inquiries for a person, in the lending service': text`${count('inquiriesADay')} in 24 hours`,
  'a stored decline answers the same application': days('declineStandsMs'),
  'session token: idle, in all': text`${minutes('idleMs')}, ${hours('lifetimeMs')}`,
  'session tokens of a checkout: live, remembered': text`${count('maxLiveSessions')}, ${count('maxEndedSessions')}`,
  handle: text`until ${days('goodAfterEndMs')} after the checkout ended`,
  "merchant's link": text`until the first input, the next link or \`expires_at\`: ${days('usualLifetimeMs')}, ${inUnits(dayMs, '')('longestLifetimeMs')} at most`,
  'return code': inWords,
  'idle form': hours('idleDetailsMs'),
  "order token: lifetime, merchant's clock ahead": text`${inUnits(60, ' minutes')('lifetimeSeconds')}, ${inUnits(60, ' minutes')('clockSkewSeconds')}`,
  '`jti`, `order_id`, description': text`${count('maxJtiLength')}, ${count('maxOrderIdLength')}, ${count('maxDescriptionLength')} characters`,
  '`Idempotency-Key` at the BFF': text`${count('maxKeyLength')} characters`,
  'rows of a page of the merchant API': count('maxLimit'),
  "address of a callback, of a webhook, of the lender's service, as it is called": (of) =>
    ['maxAddressLength', 'maxUrlLength', 'maxBaseUrlLength']
      .map((name) => count(name)(of))
      .filter((each, index, all) => all.indexOf(each) === index)
      .join(', ')
      .concat(' characters'),
  'return URL, as it is called': text`${count('LONGEST_RETURN_URL')} characters`,
  '`user_id` of `MERCHANTS_FILE`, ids from the lender': text`${count('maxUserIdLength')}, ${count('maxIdLength')} characters`,
  'order secret': text`${count('minOrderSecretBytes')} bytes or more`,
  'passwords outside the sandbox': text`${count('minPasswordCharacters')} characters or more`,
  'secret keys, order secrets of a merchant': (of) =>
    `${[...new Set([most('secret_key_sha256')(of), most('order_secrets')(of)])].join(' and ')} each`,
  sponsors: count('maxSponsors'),
  'wrong identity answers: a link, a day, a life': text`${count('TRIES_PER_LINK')}, ${count('triesPerDay')}, ${count('triesPerApplication')}`,
  'mailed links of an application': text`${count('mailedLinksPerDay')} in 24 hours, one alive for a page`,
  'identity answered, remembered in the browser: idle, in all': text`${minutes('knownIdleMs')}, ${hours('knownMostMs')}`,
  'one-time code: lifetime, wrong answers': text`${minutes('codeMs')}, ${count('TRIES_PER_CODE')}`,
  'one-time codes sent': text`${count('codesPerDay')} in 24 hours, one in ${seconds('betweenCodesMs')}`,
  'micro-deposits: wrong pair that ends them, starts': text`the ${count('wrongAttemptsAllowed')}th, ${count('INITIATIONS_ALLOWED')}`,
  'portal invitations that a page may ask for': text`one in ${minutes('invitedEveryMs')}`,
  'link to the terms': text`${hours('TERMS_LINK_MS')}, never past the offers; asked for a one-time code: to the end of the review`,
  'link to set up a portal account': inWords,
  'portal invitations sent': text`one in ${minutes('betweenMessagesMs')}`,
  'link to an active portal account': years('accountMs'),
  'paper copies that a link can order': text`one mailing in ${days('copiesEveryMs')}`,
  'link to the message preferences': years('linkMs'),
  'invitation of a consumer, of a merchant': text`${days('lifetimeMs')}, ${days('INVITATION_MS')}`,
  'draft of an application: kept, for one application': text`${minutes('DRAFT_LIFETIME_MS')}, ${count('mostLiveDrafts')}`,
  'visit in which forms are filled in, remembered in the browser': hours('formVisitMs'),
  'what became of a form, what one that came too late was sent with, in a cookie': text`${count('lifetimeSeconds')} s, ${inUnits(60, ' minutes')('typedLifetimeSeconds')}, ${count('longestSealed')} bytes`,
  'charge request': hours('CHARGE_LIFETIME_MS'),
  'call to the lender: connect, in all': text`${seconds('defaultHttpLimits.connectMs')}, ${seconds('defaultTiming.callMs')} (soft pull ${seconds('defaultTiming.softPullMs')})`,
  'lender: sockets, calls in flight, queued': text`${count('defaultHttpLimits.connections')}, ${count('defaultHttpLimits.inFlight')}, ${count('defaultHttpLimits.queued')}`,
  "rows of a lender's list": count('MOST_ROWS'),
  "lender's answer": mib('defaultHttpLimits.responseBytes'),
  "lender's answer or callback: depth, names in an object": text`${count('looseLimits.depth')}, ${count('looseLimits.keysPerObject')}`,
  'repeats of a GET, of a POST': text`${count('defaultHttpLimits.getRetries')}, none`,
  'callback sent: connect, in all, reply kept': text`${seconds('connectMs')}, ${seconds('totalMs')}, ${kib('keptReplyBytes')}`,
  'callback tries': ({ delaysMs }) => {
    const delays = delaysMs as number[];
    const all = delays.reduce((sum, delay) => sum + delay, 0);
    return `${delays.length} in ${Math.round(all / dayMs)} days`;
  },
  'webhooks: endpoints of a merchant, secrets of each, secret': text`${count('maxWebhooks')}, ${most('secrets', 'webhooks')}, ${count('hmacBytes.min')} to ${count('hmacBytes.max')} bytes or an Ed25519 key`,
  'webhook tries': text`over ${days('TRIED_FOR_MS')}, then by hand`,
  'webhooks in flight to an endpoint': count('mostInFlight'),
  'due work at a time: in all without a lane, of a lane, of one whose receiver keeps up, in all lanes': text`${count('maxInFlight')}, ${count('leastInFlightPerLane')}, ${count('mostInFlightPerLane')}, ${count('maxInFlightInLanes')}`,
  'message tries': count('mostTries'),
  'mail: connections, connect, silence': text`${count('mostConnections')}, ${seconds('timeouts.connectionTimeout')}, ${seconds('timeouts.socketTimeout')}`,
  'PostgreSQL: connections, statement, lock, silence, wait for a connection': text`${count('poolSize')}, ${seconds('REQUEST_LIMITS.statementMs')}, ${seconds('lockTimeoutMs')}, ${seconds('REQUEST_LIMITS.answerMs')}, ${seconds('REQUEST_LIMITS.connectMs')}`,
  "names of the sandbox's callback receiver": count('receiverNames'),
};

const unused = text`${inUnits(hourMs, ' hour')('unusedAfterEndMs')} after its end`;
const askable = text`${days('askableAfterEndMs')} after its end and last event`;

/** Each row of the table of how long data is kept, alike. */
const kept: Readonly<Record<string, Write | typeof inWords>> = {
  'a checkout of a page that nobody applied with': unused,
  "one that the merchant's server made, or was told of": askable,
  'sessions, order tokens, keys of a checkout with an application, but not of its charges and refunds': text`${askable}; what comes later, with the checkout`,
  "events for a merchant's server, with each attempt": text`${days('askableAfterEndMs')} after the checkout's end and last event; what comes later, with the checkout`,
  'what an applicant was shown, with its charges and refunds, their keys, and settlements': text`${years('evidenceMs')} after the checkout's end`,
  'ids of callbacks': days('callbackMs'),
  "a merchant's daily sums: counts and amounts of each offer code and each seller": inWords,
  'of a merchant that was ever listed: name, origins, two user ids, lender, fees, amounts, theme; no key':
    inWords,
  'when an order was opened in another browser by `resume`': inWords,
  "digests of persons for the day's limit": hours('countedForMs'),
  "what was typed into an invitation's form that was not sent": text`${minutes('DRAFT_LIFETIME_MS')} after the last step`,
  'what an applicant said, the report, and the reasons for a decline': text`${count('applicantDataKeptDays.production')} days after the last decision, acceptance or notice, of a loan ${years('identityKeptMs')} after its account was closed (sandbox: ${count('applicantDataKeptDays.sandbox')} days); longer while a decision or a letter is open`,
  'evidence, also where it says STOP': text`${years('evidenceKeptMs')} after the end and after its newest row, and ${years('smsConsentKeptMs')} after the last text message`,
  'messages and letters sent about an application, its callbacks with each attempt': inWords,
  'the number of who said STOP, and when': inWords,
  "names, contact and documents of applicants; their invitations; evidence, messages and callbacks of a merchant's onboarding":
    inWords,
  "loans: applications' statuses, offers, charges, refunds, transactions, statements, inquiries at the bureau, digests of links; free texts about them: description, reference of an authorization, reasons of a rejection, refund or cancellation":
    inWords,
  'merchants: names, e-mail addresses and phone numbers of their users; bank accounts, with their sealed numbers, also those that were replaced; offer codes':
    inWords,
  'keyed digests of persons, of last four digits, of the last answer to a page (a wrong one, or the right one of an onboarding with its visit), and of bodies that came with an `Idempotency-Key`, with its answer, also of applicants whose data was deleted; ends of evidence chains':
    inWords,
  "work that is due, keys of the databases, totals, counters, the sandbox's settings: of nobody":
    inWords,
  backups: inWords,
};

for (const [heading, values] of [
  ['Limit', limits],
  ['Data', kept],
] as const) {
  describe(`server/SECURITY.md, the table of ${heading}`, () => {
    const rows = table(heading, security);

    it('has the rows that are held against the code', () => {
      assert.deepEqual(
        rows.map(([name]) => name),
        Object.keys(values),
      );
    });

    for (const [name = '', value = '', files] of rows) {
      it(`says of “${name}” what the code has [asvs:limits]`, async () => {
        const write = values[name];
        assert.ok(write !== undefined, 'say in this file which constants the row is about');
        if (write === inWords) return assert.doesNotMatch(value, /\d/);
        const of = Object.assign({}, ...(await Promise.all(codes(files).map(constantsOf))));
        assert.equal(value, write(of));
      });
    }
  });
}

/** Each limit of server/OPERATIONS.md that all share behind a proxy, by its name in server/SECURITY.md. */
const byNetwork: Readonly<Record<string, string>> = {
  'calls that read or write a checkout': 'calls of a network that read or write a checkout',
  "loads of a page with a checkout, a merchant's link twice":
    "loads of a page with a checkout by a network, a merchant's link twice",
  applications: 'applications of a network',
  'open event streams': 'event streams of a checkout, of a network',
  "calls to the lender's hosted pages": "calls of a network to the lender's hosted pages",
  '`/server-checkout` and simulator of a hosted demo':
    'calls of a network that the shop of a hosted demo passes on: `/server-checkout`, simulator',
  'reads of the panel of a hosted demo': 'reads of the panel of a hosted demo, of a network',
  'wrong callback passwords at the BFF, on this machine too':
    'wrong callback passwords of a network, on this machine too',
  'wrong passwords at the lending service, which then refuses all credentials from that address':
    'wrong sponsor passwords of a network',
};

/** These refuse nobody. */
const uncounted = ['refused requests of a network with a line in the log'];

describe('server/OPERATIONS.md, the table of limits by address', () => {
  const values = new Map(table('Limit', security).map(([name = '', value = '']) => [name, value]));

  it('has each limit that server/SECURITY.md has by network', () => {
    const ofNetwork = [...values.keys()].filter((name) => / (?:of|by) a network\b/.test(name));
    assert.deepEqual(
      ofNetwork.filter((name) => !uncounted.includes(name)).toSorted(),
      Object.values(byNetwork).toSorted(),
    );
  });

  it('has them with the same values', () => {
    for (const [name = '', value = ''] of table('Limit', operations)) {
      const same = values.get(byNetwork[name] ?? '') ?? assert.fail(name);
      // Of several values the last is the network's.
      assert.equal(same.split(', ').at(-1), value);
    }
    assert.equal(table('Limit', operations).length, Object.keys(byNetwork).length);
  });
});
