import { HttpInputError } from './http-input-error.ts';

const maxFields = 100;

/** A form's fields as a flat object of strings. Files, repeated and forbidden names are refused. */
export async function readForm(
  bytes: Uint8Array,
  contentType: string,
): Promise<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const [name, value] of (await parseForm(bytes, contentType)).entries()) {
    if (typeof value !== 'string') throw new HttpInputError('malformed');
    if (name in Object.prototype || name === 'prototype') throw new HttpInputError('forbidden_key');
    if (Object.hasOwn(fields, name)) throw new HttpInputError('duplicate_key');
    if (value.includes('\0') || name.includes('\0')) throw new HttpInputError('invalid_text');
    fields[name] = value;
    if (Object.keys(fields).length > maxFields) throw new HttpInputError('too_many_keys');
  }
  return fields;
}

async function parseForm(bytes: Uint8Array, contentType: string): Promise<FormData> {
  try {
    const response = new Response(Buffer.from(bytes), { headers: { 'content-type': contentType } });
    return await response.formData();
  } catch {
    throw new HttpInputError('malformed');
  }
}
