/** Every part that a merchant may style, handed on from shadow root to shadow root. */
export const exportedParts =
  'card, heading, field, input, primary-button, secondary-button, notice, error-summary, amount, authorization, offer';
