import type { Diagnosis } from '../../contract/public-information.ts';
import { registeredBy } from './copies.ts';
import type { Finding, Patient } from './finding.ts';
import { ask, type Question, tryFraming } from './probes.ts';
import { refusedValues } from './refused-values.ts';
import { otherReturnOrigin } from './return-origin.ts';
import { wrongValues } from './wrong-values.ts';
import { Violations } from './violations.ts';

/** Looks for what keeps the checkout from working on this page; nothing is found where it works. */
export async function diagnose(patient: Patient): Promise<Finding[]> {
  const { server, isolation } = patient;
  // That of an address which is of no web page, such as `localhost:8787`, is the word `null`.
  const origin = server !== null && URL.canParse(server) ? new URL(server).origin : 'null';
  if (origin === 'null') return [serverMissing, ...wrongValues(patient), ...doubleRegistration()];
  const violations = new Violations(origin);
  try {
    const question = questionOf(patient);
    const said = question && (await ask(origin, question));
    if (isolation === 'frame') await tryFraming(origin);
    await violations.told();
    return [
      ...keyAndOrigin(question, origin, said, violations),
      ...wrongValues(patient),
      ...refusedValues(patient),
      ...missingSources(patient, origin, violations),
      ...doubleRegistration(),
    ];
  } finally {
    violations.stop();
  }
}

const serverMissing: Finding = {
  code: 'server_missing',
  message: 'The element does not know where the BFF is.',
  fix: 'server="https://…"',
};

/** Null without a key to ask about. */
function questionOf(patient: Patient): Question | null {
  const { merchant } = patient;
  if (!merchant) return null;
  const return_origin = otherReturnOrigin(patient);
  return return_origin === null ? { merchant } : { merchant, return_origin };
}

function keyAndOrigin(
  question: Question | null,
  server: string,
  said: Diagnosis | null,
  violations: Violations,
): Finding[] {
  if (question === null) {
    const message = 'The element has no publishable key.';
    return [{ code: 'key_missing', message, fix: 'merchant="pk_…"' }];
  }
  if (said !== null) return refusals(said, question);
  // Then it is the page that keeps the BFF from being asked.
  if (violations.directives.has('connect-src')) return [];
  const message = `${server} does not answer, or is no BFF.`;
  return [{ code: 'unreachable', message, fix: `server="${server}"` }];
}

function refusals(said: Diagnosis, { merchant, return_origin }: Question): Finding[] {
  if (!said.merchant_known) {
    const message = `No merchant has the publishable key ${merchant}.`;
    return [{ code: 'wrong_key', message, fix: 'merchant="pk_…"' }];
  }
  const page = said.origin_allowed ? [] : [notListed(location.origin, '')];
  if (return_origin === undefined || said.return_origin_allowed !== false) return page;
  const advice = ', to which return-url leads: list it, or lead to an origin that is listed';
  return [...page, notListed(return_origin, advice)];
}

function notListed(origin: string, advice: string): Finding {
  const message = `The BFF does not list ${origin} for this merchant (MERCHANTS_FILE)${advice}.`;
  return { code: 'origin_not_allowed', message, fix: `"origins": ["${origin}"]` };
}

function missingSources(
  { isolation }: Patient,
  server: string,
  { directives }: Violations,
): Finding[] {
  return [...directives].map((directive) => {
    if (isolation === 'frame' && directive === 'connect-src') return notAsked(server);
    const isTypes = directive === 'trusted-types';
    const source = isTypes ? "lit-html 'allow-duplicates'" : server;
    const message = `The page’s Content-Security-Policy lacks ${source} in ${directive}.`;
    return { code: 'csp_source_missing', message, fix: `${directive} ${source}` };
  });
}

/** In frame mode the page itself calls nobody. */
function notAsked(server: string): Finding {
  const message =
    'The page’s Content-Security-Policy keeps this diagnosis from asking the BFF about key and origin. The checkout itself does not need it.';
  return { code: 'not_asked', message, fix: `connect-src ${server}` };
}

function doubleRegistration(): Finding[] {
  const [first, ...others] = registeredBy();
  if (first === undefined || others.length === 0) return [];
  const message = `The page loads the checkout ${others.length + 1} times: ${first} is used, ${others.join(', ')} came later. Keep one.`;
  return [{ code: 'double_registration', message, fix: lineOf(first) }];
}

/** A module that a bundler made has no address to name. */
function lineOf(url: string): string {
  return /\/v1\/soft-pull-checkout[\w.-]*\.js/.test(url)
    ? `<script type="module" src="${url}"></script>`
    : "import '@soft-pull/checkout/soft-pull-checkout.js';";
}
