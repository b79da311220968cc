/** JSON that the store wrote itself, from a value of that type. */
export function parsed<Value>(json: string | null): Value | null {
  return json === null ? null : (JSON.parse(json) as Value);
}
