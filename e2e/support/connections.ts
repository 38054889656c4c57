import { expect, type Locator, type Page } from '@playwright/test';
import { pressUntil } from './press-until.ts';
import { createWorkspace } from './workspace.ts';

export interface PlannedConnection {
  name: string;
  /** The addresses as one JSON object, as they are pasted. */
  addresses: string;
  kind?: 'oauth' | 'legacy';
}

export interface Credentials {
  client_id: string;
  client_secret: string;
}

/** The connections in the settings as a person uses them. */
export function createConnections(page: Page) {
  const form = page.getByRole('form', { name: 'Connection' });
  const credentials = page.getByRole('form', { name: 'Credentials' });
  const card = (name: string) => page.getByTestId('connection').filter({ hasText: name });

  async function check(name: string): Promise<Locator> {
    await card(name).getByRole('button', { name: 'Check' }).click();
    return card(name);
  }

  return {
    form,
    credentials,
    card,
    check,

    /** The practice workspace asks for a contract first; not today. */
    async open() {
      await page
        .getByRole('dialog', { name: /^Contract for/ })
        .getByRole('button', { name: 'Close' })
        .click();
      await createWorkspace(page).show('Settings');
    },

    /** Up to the credentials, which the form asks for next. */
    async add({ name, addresses, kind = 'oauth' }: PlannedConnection) {
      // What is said of the keychain may push the button away under the pointer.
      await pressUntil(page.getByRole('button', { name: 'Add a connection' }), () =>
        expect(form).toBeVisible({ timeout: 3_000 }),
      );
      await form.getByLabel('Paste addresses').fill(addresses);
      await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
      if (kind === 'legacy') await form.getByText('Legacy credentials', { exact: true }).click();
      await form.getByRole('button', { name: 'Save' }).click();
    },

    async fillCredentials({ client_id, client_secret }: Credentials) {
      await credentials.getByLabel('Client ID').fill(client_id);
      await credentials.getByRole('textbox', { name: 'Client secret' }).fill(client_secret);
    },

    async giveForSession(given: Credentials) {
      await this.fillCredentials(given);
      await credentials.getByRole('button', { name: 'For this session only' }).click();
      await expect(credentials).toBeHidden();
    },

    /** Checks it to the last step, then uses it. */
    async use(name: string) {
      await expect((await check(name)).getByTestId('step-products')).toHaveAttribute('data-outcome', 'ok');
      await card(name).getByRole('button', { name: 'Use', exact: true }).click();
      await expect(card(name).getByText('In use')).toBeVisible();
    },
  };
}
