/** The last link in a message: that of the page for messages, paper copies and consent, if it has one. */
export function lastLink(message: { links: string } | undefined): string {
  return (JSON.parse(message?.links ?? '[]') as string[]).at(-1) ?? '';
}
