/** How the Sponsor Lending API names its transaction_description codes. */
const labels: Readonly<Record<number, string>> = {
  109: 'Consumer Deposit / Initial Charge',
  111: 'Consumer Project Charge',
  113: 'Consumer Final Charge',
  115: 'Consumer Refund Credit',
};

const FINAL_CHARGE = 113;

/** Gives back what a charge took. */
export const REFUND = 115;

/** Whether a charge of the code ends the loan's purchase window once it is successful. */
export function endsPurchaseWindow(
  code: number,
  { finalChargeClosesWindow }: { finalChargeClosesWindow: boolean },
): boolean {
  return finalChargeClosesWindow && code === FINAL_CHARGE;
}

/** Throws a RangeError for a code that is none. */
export function transactionLabel(code: number): string {
  const label = labels[code];
  if (label === undefined) throw new RangeError(`${code} is no transaction description`);
  return label;
}
