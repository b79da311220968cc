/** On every element that a text of the lender's would make if it was read as markup. */
export const markupClass = 'of-the-lender';

/** Short enough to be an id, so that they come wherever a lender's text is shown. */
export const markupTexts: readonly string[] = [
  `<img class="${markupClass}" src=x onerror="window.lender=1">`,
  `<b class="${markupClass}">bold</b>`,
  `"><script class="${markupClass}">window.lender=1</script>`,
  `'/><svg class=${markupClass} onload="window.lender=1"></svg>`,
  `<a class="${markupClass}" href="javascript:window.lender=1">more</a>`,
  `</p><iframe class="${markupClass}" srcdoc="<script>parent.lender=1</script>"></iframe>`,
  `&lt;i class="${markupClass}"&gt;&amp;amp;&#60;i class=${markupClass}&#62;`,
  `<!--<p class="${markupClass}">--><style class="${markupClass}">*{display:none}</style>`,
  `\${lender}{{lender}}<template class="${markupClass}"><p></template>`,
];

/** What the words of statuses, types and decisions may be at a lender that says more than ours. */
export const unknownWords: readonly string[] = [
  'Processing',
  'PENDING_REVIEW_2',
  'Approved: Accepted (documents pending)',
  'Approuvé',
  'maybe',
  'offers!',
  'constructor',
  '__proto__',
  '999',
  '🦊',
  'N/A',
  ' ',
];

/** Where nobody may be sent. */
export function wrongLinks(pagesUrl: string): string[] {
  return [
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'https://elsewhere.example/terms/1/',
    `${pagesUrl}.elsewhere.example/terms/1/`,
    `${pagesUrl.replace('//', '//consumer:secret@')}/terms/1/`,
    '/terms/1/',
    '//elsewhere.example/terms/1/',
    '',
    ...markupTexts.slice(0, 1),
  ];
}

const html =
  '<!doctype html>\n<html><head><title>Maintenance</title></head><body>Back soon</body></html>\n';

/** Bodies of a 2xx that are no answer of the API, each with its content type. */
export const strangeBodies: readonly { type: string; text: string }[] = [
  { type: 'text/html; charset=utf-8', text: html },
  { type: 'application/json', text: html },
  { type: 'application/json', text: '' },
  { type: 'text/plain', text: 'OK' },
  { type: 'application/json', text: 'null' },
  { type: 'application/json', text: 'true' },
  { type: 'application/json', text: '42' },
  { type: 'application/json', text: '"ok"' },
  { type: 'application/json', text: '{}' },
  { type: 'application/json', text: '{"detail":"ok"}' },
  { type: 'application/json', text: '{"status":"success","data":null}' },
  { type: 'application/json', text: '{"decision":' },
  { type: 'application/json', text: '['.repeat(10_000) },
  { type: 'application/json', text: '{"__proto__":{"decision":"offers"}}' },
  { type: 'application/json', text: '\u0000\u0001\u0002' },
];

/** Statuses by what a client may make of them. */
export const statuses: Readonly<
  Record<'interim' | 'done' | 'elsewhere' | 'refused' | 'failed', readonly number[]>
> = {
  interim: [100, 101, 102, 103, 199],
  done: [200, 201, 202, 203, 204, 206, 226, 299],
  elsewhere: [300, 301, 302, 303, 304, 307, 308],
  refused: [
    ...[400, 401, 402, 403, 404, 405, 406, 408, 409, 409, 410, 413, 415, 418, 421],
    ...[422, 423, 424, 425, 426, 428, 429, 431, 451, 499],
  ],
  failed: [500, 501, 502, 503, 503, 503, 504, 505, 507, 508, 511, 520, 522, 524, 529, 599],
};
