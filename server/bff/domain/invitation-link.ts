/** Whether a consumer may be sent there: an address of an origin that is listed, without userinfo. */
export function isAllowedLink(link: string, allowedOrigins: readonly string[]): boolean {
  if (!URL.canParse(link)) return false;
  const { protocol, origin, username, password } = new URL(link);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && username === '' && password === '' && allowedOrigins.includes(origin);
}
