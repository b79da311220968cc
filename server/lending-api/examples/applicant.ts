/** An applicant of the first persona, with what is applied for. */
export const applicantExample = {
  requested_amount: '8400.00',
  first_name: 'Ada',
  last_name: 'Sample',
  date_of_birth: '1985-04-12',
  ssn: '900-10-0001',
  email: 'ada.sample@example.test',
  phone: '+16145550123',
  address_1: '12 Hillside Avenue',
  city: 'Dayton',
  state: 'OH',
  zip_code: '45402',
  housing_status: 'own',
  monthly_housing_payment: '1250.00',
  annual_income: '84000.00',
  employment_status: 'employed',
};
