import { expect, type Page } from '@playwright/test';
import { z } from 'zod';

export interface FocusedElement {
  role: string;
  name: string;
  /** How the focus is seen; empty where it is not. */
  indicator: string;
}

const treeSchema = z.object({
  nodes: z.array(
    z.looseObject({
      role: z.looseObject({ value: z.unknown() }).optional(),
      name: z.looseObject({ value: z.unknown() }).optional(),
    }),
  ),
});
const mostSteps = 90;

/**
 * In the page: how the element in focus, or what stands for it, differs from a copy of it that has no focus. An outline
 * that lies outside of what a scroller shows on all four sides is none.
 */
function visibleIndicator(): string {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return '';
  const paint = ['outline', 'borderColor', 'boxShadow', 'backgroundColor'] as const;

  const shownSides = (element: Element, reach: number) => {
    const box = element.getBoundingClientRect();
    const sides = [box.left - reach, box.top - reach, box.right + reach, box.bottom + reach] as const;
    let [left, top, right, bottom] = [true, true, true, true];
    for (let up = element.parentElement; up; up = up.parentElement) {
      if (getComputedStyle(up).overflow === 'visible') continue;
      const clip = up.getBoundingClientRect();
      left &&= sides[0] >= clip.left;
      top &&= sides[1] >= clip.top;
      right &&= sides[2] <= clip.right;
      bottom &&= sides[3] <= clip.bottom;
    }
    return [left, top, right, bottom].filter(Boolean).length;
  };

  const differences = (element: Element, copy: Element): string[] => {
    const own = getComputedStyle(element);
    const other = getComputedStyle(copy);
    const found = paint.filter((name) => own[name] !== other[name]);
    const reach = Number.parseFloat(own.outlineWidth) + Number.parseFloat(own.outlineOffset);
    const drawn = own.outlineStyle !== 'none' && Number.parseFloat(own.outlineWidth) > 0;
    const seen = found.filter((name) => name !== 'outline' || (drawn && shownSides(element, reach) > 0));
    const below = [...element.children].flatMap((child, index) => {
      const twin = copy.children[index];
      return twin ? differences(child, twin) : [];
    });
    return [...seen, ...below];
  };

  // A hidden input of the kit is painted by its neighbour: the copy is of the smallest box that holds both.
  const hidden = focused.getBoundingClientRect().width < 4 || Number(getComputedStyle(focused).opacity) === 0;
  const root = hidden ? (focused.parentElement ?? focused) : focused;
  const copy = root.cloneNode(true);
  if (!(copy instanceof Element)) return '';
  // A checked radio button takes the check from the others of its name: the copy must not be one of them.
  for (const radio of copy.querySelectorAll('input[type=radio]')) radio.removeAttribute('name');
  root.after(copy);
  const found = differences(root, copy);
  copy.remove();
  return [...new Set(found)].join(' ');
}

/** A person with a keyboard and nothing else. Every element that takes the focus must have a name and show that it has it. */
export async function createKeyboard(page: Page) {
  const session = await page.context().newCDPSession(page);

  async function focused(): Promise<FocusedElement> {
    const { result } = await session.send('Runtime.evaluate', { expression: 'document.activeElement' });
    const objectId = result.objectId ?? '';
    const tree = treeSchema.parse(
      await session.send('Accessibility.getPartialAXTree', { objectId, fetchRelatives: false }),
    );
    await session.send('Runtime.releaseObject', { objectId });
    const [node] = tree.nodes;
    return {
      role: String(node?.role?.value ?? ''),
      name: String(node?.name?.value ?? ''),
      indicator: await page.evaluate(visibleIndicator),
    };
  }

  /** What has the focus now, after it was held against the two rules. */
  async function expectGoodFocus(): Promise<FocusedElement> {
    const element = await focused();
    const what = `${element.role} “${element.name}”`;
    expect(element.name, `accessible name of the ${element.role} in focus`).toMatch(/\S/);
    // A transition may still be at its start.
    if (element.indicator !== '') return element;
    await expect
      .poll(async () => (await focused()).indicator, { message: `focus seen on ${what}` })
      .not.toBe('');
    return element;
  }

  /** Between the last element and the first one. */
  const isNowhere = () => page.evaluate(() => document.activeElement === document.body);

  /** What has the focus, as `expectGoodFocus`; null if nothing has it, also because a notice in focus has closed meanwhile. */
  async function lookAtFocus(): Promise<FocusedElement | null> {
    if (await isNowhere()) return null;
    try {
      return await expectGoodFocus();
    } catch (error) {
      if (await isNowhere()) return null;
      throw error;
    }
  }

  const matches = (element: FocusedElement, role: string, name: string | RegExp) =>
    element.role === role && (typeof name === 'string' ? element.name === name : name.test(element.name));

  return {
    focused,
    expectGoodFocus,
    press: (keys: string) => page.keyboard.press(keys),
    type: (text: string) => page.keyboard.type(text),

    /** Tab by Tab to an element; each one on the way is looked at too. */
    async tabTo(role: string, name: string | RegExp, keys = 'Tab') {
      const passed: string[] = [];
      for (let step = 0; step < mostSteps; step += 1) {
        await page.keyboard.press(keys);
        const element = await lookAtFocus();
        if (element === null) continue;
        if (matches(element, role, name)) return;
        passed.push(`${element.role} “${element.name}”`);
      }
      throw new Error(`no ${role} ${String(name)} by ${keys}; passed:\n${passed.join('\n')}`);
    },

    /** Tab by Tab until the first one comes round again; answers how many there were. */
    async walkRound() {
      await page.keyboard.press('Tab');
      let first = await page.evaluateHandle(() => document.activeElement);
      for (let count = 1; count <= mostSteps; count += 1) {
        await lookAtFocus();
        await page.keyboard.press('Tab');
        // A workspace is drawn a moment after its key: what the walk began on may have been of the one before.
        if (!(await first.evaluate((start) => start?.isConnected ?? false)))
          first = await page.evaluateHandle(() => document.activeElement);
        else if (await page.evaluate((start) => document.activeElement === start, first)) return count;
      }
      throw new Error('the keys never come round');
    },

    /** Waits until the focus is where it is due. */
    async expectFocus(role: string, name: string | RegExp) {
      await expect
        .poll(async () => {
          const element = await focused();
          return matches(element, role, name) ? 'there' : `${element.role} “${element.name}”`;
        })
        .toBe('there');
    },
  };
}
