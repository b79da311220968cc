import type { Cart } from './cart.ts';

/** The sandbox applicants that the developer panel offers to copy; the lender decides by the SSN. */
export const demoPersonas = [
  { ssn: '900-10-0001', outcome: 'Approved, every product, up to $50,000; can be charged at once' },
  { ssn: '900-10-0002', outcome: 'Approved for less: counter-offer above $7,500' },
  { ssn: '900-10-0003', outcome: 'Approved, Military Lending Act applies' },
  { ssn: '900-10-0005', outcome: 'Approved, one-time code on the terms page (123456)' },
  { ssn: '900-10-0007', outcome: 'Approved, but the Payment Portal cannot be set up: no charge' },
  { ssn: '900-10-0009', outcome: 'Approved with one offer' },
  { ssn: '900-10-0010', outcome: 'Approved with three offers' },
  { ssn: '900-10-0101', outcome: 'No offers, a notice is emailed' },
  { ssn: '900-10-0106', outcome: 'In review by a person' },
  { ssn: '900-10-0201', outcome: 'Credit bureau down, no decision' },
  { ssn: '900-10-0202', outcome: 'Slow: offers after 25 seconds' },
  { ssn: '900-10-0203', outcome: 'Server error, resolved in the background' },
  { ssn: '900-10-0204', outcome: 'Down once, then offers' },
] as const;

/**
 * The rest of the form, made up. Any other values work too. Each order has an email of its own: to the
 * sandbox whoever has the same number, date of birth and email is one person, who would be answered
 * with the application, and the name, of a stranger who was here before.
 */
export function sampleApplicant({ orderId }: Pick<Cart, 'orderId'>) {
  const [, group = ''] = orderId.toLowerCase().split('-');
  return [
    { label: 'Name', value: 'Alex Rivera' },
    { label: 'Date of birth', value: '04/12/1986' },
    { label: 'Email', value: `alex.${group}@example.test` },
    { label: 'Phone', value: '(614) 555-0142' },
    { label: 'Address', value: '1120 Juniper Way' },
    { label: 'City, state, ZIP', value: 'Columbus, OH 43215' },
    { label: 'Annual income', value: '92000' },
  ];
}
