import { html } from 'hono/html';
import { type Cart, dollars } from '../cart.ts';
import { type AddOn, addOns, type Size, sizes } from '../catalog.ts';
import { type Embedding, embeddingPaths } from '../embedding.ts';
import type { ThemeId } from '../themes.ts';
import type { Html } from './html-document.ts';

export interface OptionsView {
  readonly cart: Cart;
  readonly embedding: Embedding;
  readonly theme: ThemeId;
}

/** What can be chosen; without JavaScript the form reloads the page with the new price. */
export function productOptions({ cart, embedding, theme }: OptionsView): Html {
  return html`<form id="options" class="options" autocomplete="off" method="get" action="${embeddingPaths[embedding]}">
    <input type="hidden" name="order" value="${cart.orderId}" />
    <input type="hidden" name="theme" value="${theme}" />
    <fieldset class="sizes">
      <legend>Size</legend>
      ${sizes.map((size) => sizeOption(size, size.id === cart.size.id))}
    </fieldset>
    <fieldset class="add-ons">
      <legend>Add-ons</legend>
      ${addOns.map((addOn) =>
        addOnOption(
          addOn,
          cart.addOns.some(({ id }) => id === addOn.id),
        ),
      )}
    </fieldset>
    <noscript><button type="submit" class="button">Update the price</button></noscript>
    <p id="options-problem" class="options-problem" role="status"></p>
  </form>`;
}

function sizeOption({ id, name, fits, cents }: Size, isChosen: boolean): Html {
  return html`<label class="size">
    <input type="radio" name="size" value="${id}" ${isChosen ? 'checked' : ''} />
    <span class="size-name">${name}</span>
    <span class="size-fits">${fits}</span>
    <span class="size-price">${dollars(cents)}</span>
  </label>`;
}

function addOnOption({ id, name, about, cents }: AddOn, isChosen: boolean): Html {
  return html`<label class="add-on">
    <input type="checkbox" name="add" value="${id}" ${isChosen ? 'checked' : ''} />
    <span class="add-on-text">
      <span class="add-on-name">${name}</span>
      <span class="add-on-about">${about}</span>
    </span>
    <span class="add-on-price">+ ${dollars(cents)}</span>
  </label>`;
}
