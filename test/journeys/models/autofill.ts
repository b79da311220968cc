import type { Locator } from 'playwright-core';

/**
 * Fills a form as browsers and password managers do: all at once, and without a key.
 * @param ticked radio buttons and boxes, by their ids
 */
export async function autofill(
  form: Locator,
  values: Readonly<Record<string, string>>,
  ticked: readonly string[] = [],
): Promise<void> {
  await form.evaluate(
    (element: HTMLFormElement, [filled, boxes]) => {
      for (const [name, value] of Object.entries(filled)) {
        const field = element.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement;
        field.value = value;
        for (const type of ['input', 'change']) {
          field.dispatchEvent(new Event(type, { bubbles: true, composed: type === 'input' }));
        }
      }
      for (const id of boxes) element.querySelector<HTMLInputElement>(`#${id}`)?.click();
    },
    [values, ticked] as const,
  );
}
