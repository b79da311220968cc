import { clockTime, make } from './log.js';

const details = {
  'soft-pull-decision': ['decision'],
  'soft-pull-ask-lender': ['reason'],
  'soft-pull-offer-selected': ['offer_uuid'],
  'soft-pull-charge-requested': ['payment_request_uuid'],
  'soft-pull-charge-outcome': ['outcome'],
  'soft-pull-error': ['code', 'retryable', 'correlation_id'],
};

/** Every event of the element, in the order of a checkout. */
export const eventTypes = [
  'soft-pull-ready',
  'soft-pull-step-change',
  'soft-pull-decision',
  'soft-pull-ask-lender',
  'soft-pull-offer-selected',
  'soft-pull-redirect',
  'soft-pull-accepted',
  'soft-pull-charge-requested',
  'soft-pull-charge-outcome',
  'soft-pull-expired',
  'soft-pull-error',
];

function head(title, at, className = 'entry-title') {
  return make(
    'p',
    { className: 'entry-head' },
    make('span', { className }, title),
    make('time', { className: 'entry-time', dateTime: String(at) }, clockTime(at)),
  );
}

function fold(title, value) {
  return make(
    'details',
    {},
    make('summary', {}, title),
    make('pre', {}, JSON.stringify(value, null, 2)),
  );
}

function detailOf(event) {
  const read = (name) => event[name] ?? event.detail?.[name];
  if (event.type === 'soft-pull-step-change') {
    return [`${read('previous') ?? 'start'} → ${read('step')}`];
  }
  return (details[event.type] ?? [])
    .filter((name) => read(name) !== undefined && read(name) !== null)
    .map((name) => `${name}: ${read(name)}`);
}

/** What is kept of an element's event; the link of a redirect opens the loan's terms and is left out. */
export function describeEvent(event) {
  return { type: event.type, at: Date.now(), detail: detailOf(event) };
}

export function elementEntry({ id, type, at, detail }) {
  return {
    key: id,
    version: 1,
    draw: () => [
      head(type, at, 'entry-title element-name'),
      ...detail.map((text) => make('p', { className: 'entry-detail' }, text)),
    ],
  };
}

/** What a link of the lender opens, by how its path begins. */
const opened = {
  charge: 'the charge approval',
  invitation: 'the invitation',
  onboarding: 'the onboarding',
  portal: 'the Payment Portal',
  preferences: 'the message preferences',
  terms: 'the terms',
};

function linkOf(url) {
  const [, kind] = new URL(url).pathname.split('/');
  const name = `Open ${opened[kind] ?? 'the link'}`;
  const link = make('a', { href: url, target: '_blank', rel: 'noopener' }, name);
  link.append(make('span', { className: 'visually-hidden' }, ' in a new tab'));
  return link;
}

export function messageEntry(message) {
  const links = message.links ?? [];
  return {
    key: message.id,
    version: 1,
    draw: () => [
      head(message.subject || 'Text message', message.created),
      make(
        'p',
        { className: 'entry-to' },
        `${message.channel === 'sms' ? 'Text' : 'Email'} to ${message.to}`,
      ),
      make('p', { className: 'entry-links' }, ...links.map(linkOf)),
      make(
        'details',
        {},
        make('summary', {}, 'Read the message'),
        make('p', { className: 'entry-text' }, message.text ?? ''),
      ),
    ],
  };
}

const badges = { Delivered: '', Exhausted: ' is-failed' };

export function callbackEntry(callback) {
  const { payload, attempts } = callback;
  const last = attempts?.at(-1);
  const tries = attempts?.length ?? 0;
  const answer = last?.status_code ?? last?.error ?? 'nothing';
  const sent = `sent ${tries === 1 ? 'once' : `${tries} times`}, last answer ${answer}`;
  return {
    key: callback.event_id,
    version: `${callback.status} ${tries}`,
    draw: () => [
      head(callback.event_type, payload?.created_at, 'entry-title element-name'),
      make(
        'p',
        {},
        make(
          'span',
          { className: `badge${badges[callback.status] ?? ' is-waiting'}` },
          callback.status,
        ),
        make('span', { className: 'entry-detail' }, tries === 0 ? ' not sent yet' : ` ${sent}`),
      ),
      fold('Payload', payload),
    ],
  };
}
