import { mount } from 'svelte'
import App from './App.svelte'
import { preferred, speak } from './lib/i18n.svelte'
import { listen } from './lib/router.svelte'
import { dress } from './lib/settings.svelte'
import './look.css'

dress()
listen()
await speak(preferred())
mount(App, { target: document.getElementById('app')! })
if (import.meta.env.PROD) void navigator.serviceWorker?.register('/sw.js')
