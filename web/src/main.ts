import { mount } from 'svelte'
import App from './App.svelte'
import { preferred, speak } from './lib/i18n.svelte'
import './look.css'

await speak(preferred())
mount(App, { target: document.getElementById('app')! })
