import { expect } from '@open-wc/testing';
import { checkApplication } from '../../../widget/contract/applicant.ts';
import { anApplicationBody, applicantCorpus, corpusToday } from '../../helpers/applicant-corpus.ts';

const today = corpusToday;

describe('checkApplication()', () => {
  for (const { name, change, fields } of applicantCorpus) {
    it(`${fields.length === 0 ? 'takes' : 'refuses'}: ${name}`, () => {
      const checked = checkApplication(anApplicationBody(change), { today });
      const refused = checked.ok ? [] : Object.keys(checked.errors).sort();
      expect(refused).to.deep.equal([...fields].sort());
    });
  }

  it('gives money two places, the SSN nine digits, and drops what nobody asked for', () => {
    const body = anApplicationBody({ annual_income: 84000, first_name: ' Ada ', extra: 1 });
    const checked = checkApplication(body, { today });
    if (!checked.ok) throw new Error('refused');
    expect(checked.value.annual_income).to.equal('84000.00');
    expect(checked.value.ssn).to.equal('900100001');
    expect(checked.value.first_name).to.equal('Ada');
    expect(checked.value).not.to.have.property('extra');
  });

  it('says of a name that could be a link, or hides something, that its characters are wrong', () => {
    for (const field of ['first_name', 'middle_name', 'last_name', 'suffix']) {
      for (const name of ['ev.il', 'a/b', 'a\u200Bb', 'a\nb', 'a\u2028b']) {
        const checked = checkApplication(anApplicationBody({ [field]: name }), { today });
        const errors = checked.ok ? {} : checked.errors;
        expect(errors, JSON.stringify(name)).to.deep.equal({ [field]: ['invalid_characters'] });
      }
    }
  });

  it('tells under age from a wrong date', () => {
    const codes = (date_of_birth: string) => {
      const checked = checkApplication(anApplicationBody({ date_of_birth }), { today });
      return checked.ok ? [] : checked.errors.date_of_birth;
    };
    expect(codes('2008-03-02')).to.deep.equal(['under_age']);
    expect(codes('2008-03-01')).to.deep.equal([]);
    for (const date of ['1985-02-30', '1985-02-29', '1985-13-01', '1985-00-10', '1985-04-00']) {
      expect(codes(date), date).to.deep.equal(['not_a_date']);
    }
    expect(codes('1984-02-29')).to.deep.equal([]);
    expect(codes('0985-02-03')).to.deep.equal(['not_plausible']);
  });

  it('refuses what is no object', () => {
    for (const body of [null, [], 'text', 7]) {
      expect(checkApplication(body, { today }).ok).to.equal(false);
    }
  });
});
