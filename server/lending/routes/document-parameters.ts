/** What each parameter of a path, a query or a header is, by its name. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  request_user_id: 'The active merchant user on whose behalf the call is made.',
  user_id: 'The sponsor’s own id of a merchant user.',
  external_org_id: 'The sponsor’s own id of a merchant.',
  merchant_uuid: 'The `platform_merchant_id` of a merchant.',
  id: 'The `id` of the record in its list.',
  loan_id: 'The sponsor’s own id of a loan.',
  external_application_id: 'The sponsor’s own id of an application.',
  offer_uuid: 'An offer of a soft pull.',
  payment_request_uuid: 'A charge request.',
  ordering: 'The field to order by, with `-` before it for descending.',
  page: 'The page, from 1. One past the end is answered 404.',
  page_size: 'Records a page, at most 100; 25 when absent.',
  search: 'Text to look for, in any case.',
  begin_date: 'The first day, inclusive.',
  end_date: 'The last day, inclusive.',
  'idempotency-key':
    'A repeat with the same key and body gets the first answer; with another body it is refused.',
};

interface WithParameters {
  parameters?: { name: string; description?: string }[];
}

/** Says of every parameter what it is. */
export function addParameterDescriptions(document: { paths?: object }): void {
  for (const path of Object.values(document.paths ?? {})) {
    for (const { parameters = [] } of Object.values(path) as WithParameters[]) {
      for (const parameter of parameters) {
        const description = DESCRIPTIONS[parameter.name];
        if (description !== undefined) parameter.description = description;
      }
    }
  }
}
