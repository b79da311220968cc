import type {
  FrameCommand,
  FrameMessage,
  PageSettings,
} from '../../../widget/contract/frame-message.ts';

const id = '7f1c1b9e-0d0c-4c57-9a40-5d2d8d7a4a11';

/** Whatever a frame says, each kind and each outcome once. */
export const frameMessages: FrameMessage[] = [
  { type: 'ready' },
  { type: 'height', height: 1217 },
  { type: 'scroll_to', top: 0, bottom: 180.5 },
  { type: 'handle', resume: 'r1.abc', opens_forms: true },
  { type: 'step', checkout_id: id, screen: 'offers', previous: 'details' },
  { type: 'step', checkout_id: id, screen: 'details', previous: null },
  { type: 'outcome', checkout_id: id, outcome: { type: 'decision', decision: 'no_offers' } },
  { type: 'outcome', checkout_id: id, outcome: { type: 'accepted' } },
  {
    type: 'outcome',
    checkout_id: id,
    outcome: { type: 'charge_requested', payment_request_uuid: id },
  },
  {
    type: 'outcome',
    checkout_id: id,
    outcome: { type: 'charge_outcome', payment_request_uuid: id, outcome: 'approved' },
  },
  { type: 'outcome', checkout_id: id, outcome: { type: 'ask_lender', reason: 'silent' } },
  { type: 'outcome', checkout_id: id, outcome: { type: 'expired' } },
  { type: 'offer_selected', offer_uuid: id },
  { type: 'redirect', url: 'https://lender.example/terms/abc' },
  { type: 'error', code: 'order_invalid', retryable: false, correlation_id: 'c-1' },
  { type: 'error', code: 'network', retryable: true, correlation_id: null },
];

const settings: PageSettings = {
  amount: '8400.00',
  order_token: null,
  locale: 'en',
  return_url: 'https://shop.example/cart',
  heading_level: 2,
};

/** Whatever a page asks for. */
export const frameCommands: FrameCommand[] = [
  { type: 'configure', settings },
  { type: 'configure', settings: { ...settings, offer_code: 'SPRING-24' } },
  { type: 'begin', handles: [] },
  {
    type: 'begin',
    handles: [
      { resume: 'r1', source: 'url', opens_forms: false },
      { resume: 'r2', source: 'storage', opens_forms: true },
    ],
  },
  {
    type: 'begin_with',
    handles: [{ resume: 'r3', source: 'client_token', opens_forms: true }],
    settings,
  },
  { type: 'restart' },
  { type: 'restart_with', settings },
  { type: 'focus', prevent_scroll: true },
  {
    type: 'theme',
    theme: {
      color_scheme: 'light dark',
      properties: { '--soft-pull-accent': 'rgb(1, 2, 3)' },
    },
  },
];

/** The same with one thing wrong: something added, left out, or of another kind, at any depth. */
export function spoiled(value: object): object[] {
  const added = { ...value, ssn: '900-10-0001' };
  const changed = Object.entries(value).flatMap(([name, member]) => {
    const { [name]: _, ...without } = value as Record<string, unknown>;
    // A page may set a custom property to a text of any length, or not at all, and an offer code.
    const isLook = name.startsWith('--');
    const others = wrongFor(member)
      .filter((wrong) => !isLook || typeof wrong !== 'string')
      .map((wrong) => ({ ...value, [name]: wrong }));
    const mayLack = isLook || name === 'offer_code';
    return mayLack ? others : [without, ...others];
  });
  return [added, ...changed];
}

function wrongFor(member: unknown): unknown[] {
  const strange = [undefined, Number.NaN, Symbol.iterator, () => member, new Date(0)];
  if (Array.isArray(member)) {
    const [first] = member;
    const inside = first === undefined ? [] : spoiled(first).map((wrong) => [wrong]);
    return [...strange, {}, 'text', [null], ...inside];
  }
  if (typeof member === 'object' && member !== null) {
    return [...strange, null, [], ...spoiled(member)];
  }
  const kinds = [1.5e308 * 10, -1, ['x'], {}, '\u0000'.repeat(5000)];
  return [...strange, ...kinds, ...(typeof member === 'boolean' ? ['true', 1, null] : [true])];
}

/** What is none of them, whoever sends it. */
export const strangeValues: unknown[] = [
  undefined,
  null,
  '',
  'ready',
  0,
  [],
  {},
  { type: 'toString' },
  { type: '__proto__' },
  { type: ['ready'] },
  { type: 'token', token: 'x'.repeat(43) },
  Object.create({ type: 'ready' }),
];
