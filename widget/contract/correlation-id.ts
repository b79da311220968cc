/** Of the widget's own, where no answer of the BFF has brought one. */
export function ownCorrelationId(): string {
  return `${Math.random()}`.slice(2);
}
