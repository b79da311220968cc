/** What a decision rests on beside the report. */
export interface DecisionInputs {
  requested_amount_cents: number;
  annual_income_cents: number;
  housing_status: string;
  monthly_housing_payment_cents: number;
  employment_status: string;
  employer_name: string | null;
  address_1: string;
  address_2: string | null;
  city: string;
  state: string;
  zip_code: string;
}

/** One text for equal inputs, whatever their case and spacing; its keyed digest is what is stored. */
export function decisionInputsKey(inputs: DecisionInputs): string {
  const { requested_amount_cents, annual_income_cents, monthly_housing_payment_cents } = inputs;
  return JSON.stringify([
    requested_amount_cents,
    annual_income_cents,
    monthly_housing_payment_cents,
    ...[
      inputs.housing_status,
      inputs.employment_status,
      inputs.employer_name,
      inputs.address_1,
      inputs.address_2,
      inputs.city,
      inputs.state,
      inputs.zip_code,
    ].map(normalized),
  ]);
}

function normalized(text: string | null): string {
  return (text ?? '').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
