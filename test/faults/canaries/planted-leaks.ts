import type { NamedMistake } from '../noted-mistakes.ts';

const apply = 'bff/operations/apply.ts';

/** Mistakes by which what an applicant said would stand where it must not: each has to be found. */
export const plantedLeaks: readonly NamedMistake[] = [
  {
    name: 'prints an application into the log',
    file: apply,
    search: 'const fingerprint = fingerprintOf(context, id, application);',
    replace:
      'console.log(JSON.stringify(application)); const fingerprint = fingerprintOf(context, id, application);',
  },
  {
    name: 'keeps the person beside a soft pull',
    file: apply,
    search: `const personDigest = hmacToken(fingerprintKey, 'person', ...who);`,
    replace: `const personDigest = who.join('|');`,
  },
  {
    name: 'keeps it in base64',
    file: apply,
    search: `const personDigest = hmacToken(fingerprintKey, 'person', ...who);`,
    replace: `const personDigest = Buffer.from(['x', ...who].join('|')).toString('base64');`,
  },
  {
    name: 'keeps it in hexadecimal digits',
    file: apply,
    search: `const personDigest = hmacToken(fingerprintKey, 'person', ...who);`,
    replace: `const personDigest = Buffer.from(who.join('|')).toString('hex');`,
  },
  {
    name: 'keeps it backwards, the day before the year',
    file: apply,
    search: `return hmacToken(fingerprintKey, 'application', checkoutId, JSON.stringify(content));`,
    replace: `return [checkoutId, ...content.date_of_birth.split('-').reverse()].join('/').replace('/', ' ');`,
  },
  {
    name: 'repeats what was sent in a refusal',
    file: 'bff/routes/checkouts.ts',
    search: `throw new BffError('invalid_applicant', { errors: checked.errors });`,
    replace: `throw new BffError('invalid_applicant', { errors: { ...checked.errors, sent: [JSON.stringify(await c.req.json())] } as never });`,
  },
  {
    name: 'counts requests by their whole address',
    file: 'platform/http/observability.ts',
    search: 'return { route: routePath(c, -1), status: c.res.status, durationMs };',
    replace: 'return { route: c.req.url, status: c.res.status, durationMs };',
  },
  {
    name: 'keeps an SSN beside what is sealed at the lender',
    file: 'lending/operations/applications/new-application.ts',
    search: 'middle_name: applicant.middle_name ?? null,',
    replace: 'middle_name: applicant.ssn,',
  },
  {
    name: 'keeps an account number beside what is sealed',
    file: 'lending/operations/merchants/register-payment-detail.ts',
    search:
      'return { name_on_check, address_zip, email, bank_account_type, holder_type, sec_code };',
    replace:
      'return { name_on_check: input.ach_account_number, address_zip, email, bank_account_type, holder_type, sec_code };',
  },
];
