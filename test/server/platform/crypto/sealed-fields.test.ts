import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import {
  createFieldSealer,
  recordKeyOf,
  SealedFieldError,
} from '../../../../server/platform/crypto/sealed-fields.ts';

const key = randomBytes(32);
const sealer = createFieldSealer(key);
const place = 'sponsor|applications|ssn|1';

/** Of a record's first field. */
const newRecordKey = () => recordKeyOf(sealer.seal('first', place));

describe('createFieldSealer()', () => {
  it('opens what it sealed, with the field’s own key and with a record key', () => {
    const recordKey = newRecordKey();
    assert.equal(sealer.open(sealer.seal('900-10-0001', place), place), '900-10-0001');
    const sealed = sealer.seal('é', place, recordKey);
    assert.equal(sealer.open(sealed, place, recordKey), 'é');
  });

  it('seals the same text differently each time and shows none of it', () => {
    const sealed = Array.from({ length: 1000 }, () => sealer.seal('900-10-0001', place));
    assert.equal(new Set(sealed).size, 1000);
    assert.ok(sealed.every((text) => !text.includes('900-10-0001')));
  });

  for (const other of [
    'sponsor-two|applications|ssn|1',
    'sponsor|applications|date_of_birth|1',
    'sponsor|applications|ssn|2',
  ]) {
    it(`does not open a sealed text that was moved to ${other}`, () => {
      assert.throws(() => sealer.open(sealer.seal('x', place), other), SealedFieldError);
      const recordKey = newRecordKey();
      const sealed = sealer.seal('x', place, recordKey);
      assert.throws(() => sealer.open(sealed, other, recordKey), SealedFieldError);
    });
  }

  it('does not open with another record’s key, nor with that of a deleted field', () => {
    const sealed = sealer.seal('x', place, newRecordKey());
    for (const recordKey of [newRecordKey(), recordKeyOf('')]) {
      assert.throws(() => sealer.open(sealed, place, recordKey), SealedFieldError);
    }
  });

  it('opens a record’s fields by the key of its first one after a rotation', () => {
    const first = sealer.seal('first', place);
    const second = sealer.seal('second', place, recordKeyOf(first));
    const rotated = createFieldSealer(randomBytes(32), { previousKeys: [key] });
    assert.equal(rotated.open(second, place, recordKeyOf(first)), 'second');
  });

  it('does not open a text with any character changed, cut or added [asvs:sealed-authentic]', () => {
    const sealed = sealer.seal('900-10-0001', place);
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = sealed.charAt(at) === 'A' ? 'B' : 'A';
      const text = sealed.slice(0, at) + changed + sealed.slice(at + 1);
      // The last character of base64url may carry unused bits only.
      if (Buffer.from(text, 'base64url').equals(Buffer.from(sealed, 'base64url'))) continue;
      assert.throws(() => sealer.open(text, place), SealedFieldError, `changed at ${at}`);
    }
    for (const text of ['', '.', sealed.slice(0, -1), sealed.slice(0, 20)]) {
      assert.throws(() => sealer.open(text, place), SealedFieldError);
    }
  });

  it('uses no nonce twice under a record’s key [asvs:nonces]', () => {
    const recordKey = newRecordKey();
    const nonces = Array.from({ length: 1_000 }, () =>
      Buffer.from(sealer.seal('a', place, recordKey), 'base64url')
        .subarray(0, 12)
        .toString('hex'),
    );
    assert.equal(new Set(nonces).size, nonces.length);
  });

  it('still reads the previous key after a rotation, and no unknown one [asvs:key-rotation]', () => {
    const sealed = sealer.seal('x', place);
    const rotated = createFieldSealer(randomBytes(32), { previousKeys: [key] });
    assert.equal(rotated.open(sealed, place), 'x');
    assert.throws(() => createFieldSealer(randomBytes(32)).open(sealed, place), SealedFieldError);
  });

  it('knows after a rotation what was indexed by the previous key, and by no unknown one', () => {
    const index = sealer.index('900100001', 'person');
    const rotated = createFieldSealer(randomBytes(32), { previousKeys: [key] });
    assert.ok(rotated.isIndexOf(index, '900100001', 'person'));
    assert.ok(rotated.isIndexOf(rotated.index('x', 'person'), 'x', 'person'));
    assert.ok(!rotated.isIndexOf(index, '900100002', 'person'));
    assert.ok(!rotated.isIndexOf(index, '900100001', 'account'));
    const other = createFieldSealer(randomBytes(32));
    assert.ok(!other.isIndexOf(index, '900100001', 'person'));
  });

  it('refuses a key of another length', () => {
    assert.throws(() => createFieldSealer(randomBytes(16)), RangeError);
  });

  it('indexes by value, purpose and key', () => {
    const index = sealer.index('900100001', 'person');
    assert.equal(createFieldSealer(key).index('900100001', 'person'), index);
    assert.notEqual(sealer.index('900100001', 'account'), index);
    assert.notEqual(sealer.index('900100002', 'person'), index);
    assert.notEqual(createFieldSealer(randomBytes(32)).index('900100001', 'person'), index);
  });
});
