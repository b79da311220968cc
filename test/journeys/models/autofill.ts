import type { Locator, Page } from 'playwright-core';

/**
 * Fills a form as browsers and password managers do: all at once, without a key, and nothing that is
 * closed.
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
        if (field.closest('details:not([open])') !== null) continue;
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

/**
 * Lets Chromium itself fill in a form from an address that its person has saved.
 * @param id of the field that the person is in
 * @param address by Chromium's names, as in `ADDRESS_HOME_CITY`
 */
export async function fillByBrowser(
  page: Page,
  id: string,
  address: Readonly<Record<string, string>>,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  const { nodes } = await session.send('DOM.getFlattenedDocument', { depth: -1, pierce: true });
  const field = nodes.find(
    ({ attributes = [] }) => attributes[attributes.indexOf('id') + 1] === id,
  );
  if (field === undefined) throw new Error(`No field ${id}`);
  const frame = nodes.find(({ nodeName }) => nodeName === 'IFRAME');
  const fields = Object.entries(address).map(([name, value]) => ({ name, value }));
  await session.send('Autofill.trigger', {
    fieldId: field.backendNodeId,
    ...(frame?.frameId !== undefined && { frameId: frame.frameId }),
    address: { fields },
  });
}
