const ageOfMajority: Readonly<Record<string, number>> = { AL: 19, NE: 19, MS: 21, PR: 21 };
const ageOfMajorityElsewhere = 18;
const oldestBirthYear = 1900;

const datePattern = /^(\d{4})-(0[1-9]|1[0-2])-(\d{2})$/;

/** Whether `YYYY-MM-DD` names a day of the calendar: `'2023-02-29' => false`. */
export function isRealDate(date: string): boolean {
  const [, year, month, day] = datePattern.exec(date) ?? [];
  // A day that the month does not have becomes one of another month, of another number.
  return (
    new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day)
  );
}

/** Whether somebody could have been born then and still ask for a loan today. */
export function isPlausibleBirthDate(birthDate: string, today: string): boolean {
  return Number(birthDate.slice(0, 4)) >= oldestBirthYear && birthDate <= today;
}

/** Whether a person born then is old enough to borrow in that state today; dates are `YYYY-MM-DD`. */
export function isOfAge(birthDate: string, state: string, today: string): boolean {
  const years = ageOfMajority[state] ?? ageOfMajorityElsewhere;
  const birthday = `${Number(birthDate.slice(0, 4)) + years}${birthDate.slice(4)}`;
  return birthday <= today;
}
